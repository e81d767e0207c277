// drawing.tsx: cards as pictures. A <use> copies all shapes of a drawing into the page, where each is a box of its own: a table of
// cards had more than ten thousand, and a slow phone missed frames with every beat. A picture is one box, read once and shown often.

/** What is drawn of a card, by its width in px; style.css says the same of drawings that are part of the page. */
const small = "--line:8px;--fine:none;--mid:none;--large:none;--small:inline",
    usual = "--line:6px;--fine:none",
    large = "--line:5px;--fine:inline",
    bySize = `<style>svg{${usual}}@media(max-width:64px){svg{${small}}}@media(min-width:161px){svg{${large}}}</style>`;
export const layersAt = (width: number): string => (width <= 64 ? small : width >= 161 ? large : usual);

/** The symbols that a drawing uses, with those they use themselves; undefined: one of them is not there (yet). */
const texts = new Map<string, string>();
function symbols(inside: string): string | undefined {
    const found = new Set<string>();
    const look = (markup: string): boolean =>
        [...markup.matchAll(/href="#([^"]+)"/g)].every(([, id]) => {
            if (found.has(id!)) return true;
            const e = texts.get(id!) ?? document.getElementById(id!);
            if (!e) return false;
            const own = typeof e === "string" ? e : new XMLSerializer().serializeToString(e);
            texts.set(id!, own);
            found.add(id!);
            return look(own);
        });
    return look(inside) ? [...found].map((id) => texts.get(id)).join("") : undefined;
}

/** Those that were shown last. They are kept, so that the browser does not read them again whenever a card goes to another place. */
const pictures = new Map<string, HTMLImageElement>(),
    most = 200;

/** The address of a picture: `inside` is SVG that uses symbols of sprites; `whole`: with all its layers, whatever its size. undefined:
 *  the sprites were not loaded. */
function picture(box: string, inside: string, whole = false): string | undefined {
    const key = `${whole} ${box} ${inside}`;
    let image = pictures.get(key);
    if (image) pictures.delete(key);
    else {
        const used = symbols(inside);
        if (used === undefined) return undefined;
        const [, , w, h] = box.split(" ").map(Number),
            // with a usual size, or it is styled for a large one, and once more when it is shown
            size = `width="100" height="${(100 * h!) / w!}"`,
            svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" ${size}>${whole ? "" : bySize}<defs>${used}</defs>${inside}</svg>`;
        image = new Image();
        image.src = `data:image/svg+xml,${svg.replaceAll("%", "%25").replaceAll("#", "%23")}`;
        if (pictures.size >= most) pictures.delete(pictures.keys().next().value!);
    }
    pictures.set(key, image);
    return image.src;
}
interface Picture {
    box: string;
    inside: string;
}
const unread = ({ box, inside }: Picture): boolean => !pictures.has(`false ${box} ${inside}`);
/** Reads pictures that are needed next, each in a task of its own: a slow phone takes longer than a frame for one. undefined: they were
 *  read before. */
export function ready(all: readonly Picture[] = []): Promise<void> | undefined {
    const first = all.find(unread);
    if (!first) return undefined;
    picture(first.box, first.inside);
    return new Promise((resolve) => setTimeout(() => resolve(ready(all))));
}
/** Reads pictures that will be needed while nothing else is to be done, one after the other. None is read while something moves: then a
 *  browser has less than a frame of idle time. */
export function prepare(all: readonly Picture[]): void {
    const left = all.filter(unread);
    if (!left.length || typeof requestIdleCallback !== "function") return;
    requestIdleCallback((idle) => {
        const free = idle.timeRemaining() > 20;
        if (free) picture(left[0]!.box, left[0]!.inside);
        setTimeout(() => prepare(left), free ? 0 : 100);
    });
}
/** What a picture was made of. */
export function madeOf(image: HTMLImageElement): Element {
    const text = decodeURIComponent(image.src.slice(image.src.indexOf(",") + 1)).replace(bySize, ""), // the page allows itself no style
        svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    svg.querySelector("defs")?.remove();
    return svg;
}

interface DrawingProps {
    box: string;
    inside: string;
    whole?: boolean | undefined;
}
export const Drawing = ({ box, inside, whole }: DrawingProps) => (
    <img src={picture(box, inside, whole)} alt="" aria-hidden="true" draggable={false} />
);
/** The same for what no component draws. */
export function drawing(box: string, inside: string, whole = false): HTMLImageElement {
    const e = new Image();
    e.alt = "";
    e.src = picture(box, inside, whole) ?? "";
    return e;
}
