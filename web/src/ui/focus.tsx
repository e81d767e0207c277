// focus.tsx: the keyboard stays where it was. What somebody stands on goes away with almost every move: a card is played, a choice is
// made, a button is switched off. The browser then drops the focus to the page's body, and whoever does not see the page has to find
// the way back from the top. Here it goes to the nearest thing that is left.
import { useEffect, useRef } from "preact/hooks";

const things = 'button:not([disabled]), a[href], input:not([disabled]), select, summary, [tabindex="0"]';
const dialogs = "[role=dialog], [role=alertdialog]";

const usable = (e: Element): boolean => e.isConnected && !e.matches(":disabled") && e.checkVisibility();
const reached = (within: Element): HTMLElement[] => [...within.querySelectorAll<HTMLElement>(things)].filter(usable);
/** A place that holds the focus itself when its choices change, such as the bar of choices. */
const rests = (e: Element): e is HTMLElement => (e as HTMLElement).dataset.rest !== undefined;

/** Where somebody was: the elements around it from the inside out, and its number among what could be reached in each. */
export interface Trail {
    element: HTMLElement;
    key: string | undefined;
    dialog: Element | null;
    levels: { around: Element; at: number }[];
}

export function trail(e: HTMLElement, root: Element): Trail {
    const before = reached(root).filter((x) => e.compareDocumentPosition(x) & Node.DOCUMENT_POSITION_PRECEDING),
        levels: Trail["levels"] = [];
    for (let around: Element | null = e; around && root.contains(around); around = around.parentElement)
        levels.push({ around, at: before.filter((x) => around!.contains(x)).length });
    return { element: e, key: e.dataset.key, dialog: e.closest(dialogs), levels };
}

/** In what is left around it: the thing itself, or what has its number now, or the last. A place of choices has others by then: it gets
 *  the focus itself, since whoever presses once more would choose what they never heard. */
export function nearest({ element, key, levels }: Trail): HTMLElement | undefined {
    if (usable(element)) return element; // a dialog stood before it
    const same = (around: Element) => (key === undefined ? undefined : reached(around).find((e) => e.dataset.key === key)),
        choices = levels.map((l) => l.around).find((e) => rests(e) && usable(e)) as HTMLElement | undefined;
    if (choices) return same(choices) ?? choices;
    for (const { around, at } of levels) {
        const left = usable(around) ? reached(around) : [];
        if (left.length) return same(around) ?? left[Math.max(0, Math.min(at, left.length - 1))];
    }
    return undefined;
}

/** Keeps the focus within `root` from now on; returns the end of it. Who clicks beside everything, or never went in, is left alone. */
export function keepFocus(root: HTMLElement): () => void {
    let last: Trail | undefined, // to what has the focus
        under: Trail | undefined, // to what had it outside all dialogs
        underway: ReturnType<typeof setTimeout> | undefined,
        pressed = false; // a pointer went down, and nothing has got the focus since
    const note = (e: HTMLElement): void => {
        last = trail(e, root);
        if (!last.dialog) under = last;
    };
    const focused = (e: FocusEvent): void => {
        pressed = false;
        note(e.target as HTMLElement);
    };
    const press = (): void => {
        pressed = true;
    };
    // On its way from one thing to another the focus is nowhere, and the page may be drawn just then: it is left alone until it arrives.
    // If it arrives nowhere although what it left is still there, and a pointer did it, somebody wanted that. (Without one, what it left
    // was switched off and on again, or put elsewhere in the page.)
    const left = (e: FocusEvent): void => {
        clearTimeout(underway);
        underway = setTimeout(() => {
            underway = undefined;
            if (pressed && document.hasFocus() && !root.contains(document.activeElement) && usable(e.target as Element))
                last = under = undefined;
            mend();
        });
    };
    const go = (to: HTMLElement): void => {
        if (rests(to)) to.tabIndex = -1;
        to.focus({ preventScroll: true });
    };
    const mend = (): void => {
        const now = document.activeElement as HTMLElement | null;
        if (!last || underway !== undefined || (now && now !== document.body && !root.contains(now))) return;
        if (now && now !== document.body && usable(now)) {
            note(now); // its neighbours may have changed
            return;
        }
        const gone = last.dialog && !last.dialog.isConnected,
            way = gone && under ? under : last,
            next = nearest(way);
        if (next) go(next);
    };
    const watch = new MutationObserver(mend);
    watch.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "class"] });
    root.addEventListener("focusin", focused);
    document.addEventListener("pointerdown", press, true);
    root.addEventListener("blur", left, true); // before anybody else hears of it
    return () => {
        watch.disconnect();
        clearTimeout(underway);
        root.removeEventListener("focusin", focused);
        document.removeEventListener("pointerdown", press, true);
        root.removeEventListener("blur", left, true);
    };
}

/** Keeps the focus within the element it is put into. */
export function KeptFocus() {
    const here = useRef<HTMLSpanElement>(null);
    useEffect(() => keepFocus(here.current!.parentElement!), []);
    return <span hidden ref={here} />;
}
