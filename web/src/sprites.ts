// sprites.ts: puts a game's drawings into the document, once; <use href="#ir-logo"> shows one. A game can be played without them: what
// is missing is only told to the console, and asked for again the next time.
import { assets } from "./assets";

const loaded = new Map<string, Promise<void>>();

export function sprite(name: string): Promise<void> {
    let promise = loaded.get(name);
    if (!promise) {
        const address = assets.sprite[name];
        if (!address) return Promise.resolve();
        promise = fetch(address)
            .then((r) => (r.ok ? r.text() : Promise.reject(new Error(`no drawings of ${name}`))))
            .then((text) => {
                const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
                svg.setAttribute("width", "0");
                svg.setAttribute("height", "0");
                svg.setAttribute("aria-hidden", "true");
                document.getElementById("sprites")!.append(document.importNode(svg, true));
            })
            .catch((e: unknown) => {
                loaded.delete(name);
                console.warn(e);
            });
        loaded.set(name, promise);
    }
    return promise;
}
