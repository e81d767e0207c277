// show_all.tsx: the button below a list of which only a part is shown. It is gone after a press, and the focus goes on to the first of what came.
const items = (list: Element | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>(":scope > li, :scope > tbody > tr") ?? [])];

/** It has to stand right after its list or table. */
export const ShowAll = ({ words, show }: { words: string; show: () => void }) => (
    <button
        class="show-all"
        onClick={({ currentTarget: { previousElementSibling: list } }) => {
            const before = new Set(items(list));
            show();
            requestAnimationFrame(() => {
                const first = items(list).find((item) => !before.has(item)),
                    inside = first?.querySelector<HTMLElement>("a, button");
                if (first && !inside) first.tabIndex = -1;
                (inside ?? first)?.focus();
            });
        }}
    >
        {words}
    </button>
);
