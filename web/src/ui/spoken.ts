// spoken.ts: what a sheet says, as sentences for those who hear the page: it comes while they are somewhere else.
const blocks = "h2, h3, p, li, figcaption",
    unsaid = "[aria-hidden=true], button, table, .row";

const words = (n: Node): string =>
    n.nodeType === Node.TEXT_NODE ? n.nodeValue! : n instanceof Element && n.matches(unsaid) ? "" : [...n.childNodes].map(words).join(" ");

/** Headings, paragraphs and lists in their order; not what can be pressed, nor tables, which one reads by oneself. */
export function sentences(sheet: Element): string {
    return [...sheet.querySelectorAll(blocks)]
        .filter((e) => !e.closest(unsaid) && !e.parentElement!.closest(blocks))
        .map((e) => words(e).replace(/\s+/g, " ").trim())
        .filter((text) => text)
        .map((text) => text.replace(/[^.!?…]$/, "$&."))
        .join(" ");
}
