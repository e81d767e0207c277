// sprites.ts: puts a game's drawings into the document, once; <use href="#kk-1a"> shows one.
import { assets } from "./assets";

const loaded = new Map<string, Promise<void>>();

export function sprite(name: string): Promise<void> {
    let promise = loaded.get(name);
    if (!promise) {
        promise = fetch(assets.sprite[name]!)
            .then((r) => (r.ok ? r.text() : Promise.reject(new Error(`no drawings of ${name}`))))
            .then((text) => {
                const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
                svg.setAttribute("width", "0");
                svg.setAttribute("height", "0");
                svg.setAttribute("aria-hidden", "true");
                document.getElementById("sprites")!.append(document.importNode(svg, true));
            });
        promise.catch(() => loaded.delete(name));
        loaded.set(name, promise);
    }
    return promise;
}
