// kit.tsx: the small parts every screen is made of.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";

export const Icon = ({ name, size = 20 }: { name: string; size?: number }) => (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <use href={`#ir-icon-${name}`} />
    </svg>
);

/** As a ref: it has the focus when it comes. A function made anew with each drawing would take the focus back each time. */
export const focused = (e: HTMLElement | null): void => e?.focus();

/** The sign of a seat; its name stands beside it. */
export const Crest = ({ seat, size = 20 }: { seat: number; size?: number }) => (
    <svg class="crest" width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
        <use href={`#ir-seat-${(seat % 6) + 1}`} />
    </svg>
);

/** Hook, fish lever, kettle, flame, hearth; small ones leave the lever out. */
export const Logo = ({ size = 32 }: { size?: number }) => (
    <svg class="logo" width={size} height={size} viewBox="0 0 100 100" aria-hidden="true">
        <use href={size > 24 ? "#ir-logo" : "#ir-logo-small"} />
    </svg>
);

/** The time, again and again, while `on`. */
export function useNow(on: boolean, every = 250): number {
    const [now, set] = useState(Date.now());
    useEffect(() => {
        if (!on) return;
        const timer = setInterval(() => set(Date.now()), every);
        return () => clearInterval(timer);
    }, [on, every]);
    return now;
}

interface SheetProps {
    title: string;
    close: () => void;
    children: ComponentChildren;
    class?: string;
}
/** Slides over a part of the table, is no modal window, and closes with its button or Escape. */
export function Sheet({ title, close, children, class: extra }: SheetProps) {
    const box = useRef<HTMLElement>(null);
    useEffect(() => {
        const before = document.activeElement as HTMLElement | null,
            sheet = box.current!;
        sheet.querySelector<HTMLElement>("button")?.focus();
        return () => {
            const now = document.activeElement; // whoever has gone on to something else stays there
            if (!now || now === document.body || sheet.contains(now)) before?.focus?.();
        };
    }, []);
    return (
        <section
            class={`sheet ${extra ?? ""}`}
            role="dialog"
            aria-label={title}
            ref={box}
            onKeyDown={(e) => {
                if (e.key !== "Escape") return;
                e.stopPropagation();
                close();
            }}
        >
            <div class="sheet-top">
                <h2>{title}</h2>
                <button class="plain" onClick={close} aria-label={t("Close")}>
                    <Icon name="cross" />
                </button>
            </div>
            <section class="scroll" tabIndex={0}>
                {children}
            </section>
        </section>
    );
}

interface ChoiceProps<T extends string> {
    label: string;
    value: T;
    options: [T, string][];
    set: (value: T) => void;
    hidden?: boolean; // the label is for screen readers only
}
/** One of a few, all in sight. */
export function Choice<T extends string>({ label, value, options, set, hidden }: ChoiceProps<T>) {
    const name = useRef(`c${Math.random().toString(36).slice(2)}`).current;
    return (
        <fieldset class="choice">
            <legend class={hidden ? "unseen" : ""}>{label}</legend>
            <div>
                {options.map(([key, words]) => (
                    <label key={key} class={key === value ? "on" : ""}>
                        <input type="radio" name={name} checked={key === value} onChange={() => set(key)} />
                        <span>{words}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

interface SwitchProps {
    label: string;
    help?: string;
    on: boolean;
    set: (on: boolean) => void;
    disabled?: boolean;
}
export const Switch = ({ label, help, on, set, disabled }: SwitchProps) => (
    <label class="switch">
        <input type="checkbox" role="switch" checked={on} disabled={disabled} onChange={(e) => set(e.currentTarget.checked)} />
        <span>
            <b>{label}</b>
            {help && <small>{help}</small>}
        </span>
    </label>
);

/** So many letters of a name, as people count them: an emoji of several parts is one. */
const nameLetters = 24;
export function shortened(name: string, most = nameLetters): string {
    const letters = Intl.Segmenter ? [...new Intl.Segmenter().segment(name)].map((s) => s.segment) : [...name];
    return letters.slice(0, most).join("");
}
/** A field for a name. `mine`: the browser may fill it in. */
export const NameField = (p: { label: string; value: string; set: (name: string) => void; placeholder?: string; mine?: boolean }) => (
    <label class="field">
        <span>{p.label}</span>
        <input
            value={p.value}
            dir="auto"
            placeholder={p.placeholder}
            autocomplete={p.mine ? "nickname" : "off"}
            onInput={(e) => {
                const name = shortened(e.currentTarget.value);
                if (name !== e.currentTarget.value) e.currentTarget.value = name;
                p.set(name);
            }}
        />
    </label>
);

/** False: this browser does not let us. Without https there is no clipboard, but an older way. */
export async function copyText(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const field = document.createElement("textarea"),
            before = document.activeElement as HTMLElement | null;
        field.value = text;
        field.readOnly = true;
        field.className = "unseen";
        document.body.append(field);
        field.select();
        let copied = false;
        try {
            copied = document.execCommand("copy");
        } catch {
            /* not this way either */
        }
        field.remove();
        before?.focus();
        return copied;
    }
}

/** Arrow keys move the focus among the buttons inside; Tab goes in and out once. */
export function roving(event: JSX.TargetedKeyboardEvent<HTMLElement>): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not([disabled])")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + step))]; // the group itself may have the focus
    if (!to) return;
    event.preventDefault();
    for (const b of all) b.tabIndex = b === to ? 0 : -1;
    to.focus();
}
