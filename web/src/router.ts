// router.ts: the address of what is shown.
import { store } from "./store";

export const path = store<string>(location.pathname);

addEventListener("popstate", () => path.set(location.pathname));

export function go(to: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", to);
    path.set(location.pathname);
    scrollTo(0, 0);
}

/** Links stay links (they can be opened in a new tab) but do not load the page again. */
export function follow(event: MouseEvent): void {
    const link = (event.target as Element).closest("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = new URL((link as HTMLAnchorElement).href);
    if (url.origin !== location.origin || link.hasAttribute("download") || link.getAttribute("target")) return;
    if (url.pathname === location.pathname && url.hash) return;
    event.preventDefault();
    go(url.pathname + url.search + url.hash);
}
