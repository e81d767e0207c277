// board.tsx: the plain board: any game, drawn from its view and its legal moves alone. Members of the view are rows, lists are chips,
// moves are buttons, events are words. A game that has nothing but rules is played with it; a board of its own replaces it.
import { useEffect, useRef } from "preact/hooks";
import type { Board, Context } from "../board";
import { t } from "../i18n";
import type { GameEvent } from "../table/types";
import { Clock } from "../ui/clock";
import { lines, stack, upTo, useFit, type Need, type Plan } from "../ui/fit";
import { Crest, roving } from "../ui/kit";
import type { Motion } from "../ui/motion";
import { readable } from "../words";
import { groups, isList, isObject, perSeat, say, short, told, type Value } from "./read";

/** Gives every chip a key that stays with it: its text, and the how-manieth of that text it is. A card is seen to move that way. */
type Keys = (text: string) => string;
function keys(): Keys {
    const seen = new Map<string, number>();
    return (text) => {
        const n = (seen.get(text) ?? 0) + 1;
        seen.set(text, n);
        return n > 1 ? `${text} ${n}` : text;
    };
}

interface Part {
    name: string;
    value: Value;
    ctx: Context;
    key_of: Keys;
    depth?: number; // 0: a row of the table
}

function Chips({ name, value, ctx, key_of }: Part & { value: Value[] }) {
    return (
        <ul class="chips">
            {value.map((v, i) => {
                const text = say(v, name, ctx);
                return (
                    <li key={i} data-key={key_of(text)}>
                        {text}
                    </li>
                );
            })}
        </ul>
    );
}

function Shown({ name, value, ctx, key_of, depth = 0 }: Part) {
    if (isList(value)) {
        if (!value.length) return <span class="soft">—</span>;
        if (value.every((v) => short(v, name, ctx))) return <Chips {...{ name, value, ctx, key_of }} />;
        return (
            <ol class="items">
                {value.map((v, i) => (
                    <li key={i}>
                        <Shown {...{ name, value: v, ctx, key_of }} depth={depth + 1} />
                    </li>
                ))}
            </ol>
        );
    }
    if (isObject(value))
        return (
            <dl class="members">
                {Object.entries(value).map(([k, v]) => (
                    <Member key={k} name={k} value={v} ctx={ctx} key_of={key_of} depth={depth + 1} />
                ))}
            </dl>
        );
    return <span>{say(value, name, ctx)}</span>;
}

/** A row: what it is called, and what it is. What is long and not at the top is folded away. */
function Member(part: Part) {
    const { name, value, ctx, depth = 0 } = part,
        label = t(readable(name));
    const wordy = isList(value) ? !value.length : !isObject(value);
    if (depth && !wordy && !(isList(value) && value.every((v) => short(v, name, ctx))))
        return (
            <div>
                <dt class="unseen">{label}</dt>
                <dd>
                    <details>
                        <summary>
                            {label}
                            {isList(value) && ` (${value.length})`}
                        </summary>
                        <Shown {...part} />
                    </details>
                </dd>
            </div>
        );
    return (
        <div class={wordy ? "word" : ""}>
            <dt>{label}</dt>
            <dd>
                <Shown {...part} />
            </dd>
        </div>
    );
}

/** Who sits here, whose turn it is, and what the view has for each of them. */
function Players({ ctx, key_of }: { ctx: Context; key_of: Keys }) {
    const { view } = ctx,
        { seats } = perSeat(view);
    return (
        <ol class="plain-players">
            {Array.from({ length: view.seats }, (_, s) => (
                <li key={s} class={view.turn === s ? "turn" : ""} aria-current={view.turn === s ? "true" : undefined}>
                    <p class="who">
                        <Crest seat={s} /> <b>{ctx.name(s)}</b>
                        {s === ctx.you && ctx.name(s) !== t("You") && <small>{t("(you)")}</small>}
                        <i class="ember" /> <Clock table={ctx.table} view={view} seat={s} />
                    </p>
                    {seats[s]!.length > 0 && (
                        <dl class="members">
                            {seats[s]!.map(([k, v]) => (
                                <Member key={k} name={k} value={v} ctx={ctx} key_of={key_of} depth={1} />
                            ))}
                        </dl>
                    )}
                </li>
            ))}
        </ol>
    );
}

const moveText = (move: string): string => t(readable(move));

function Moves({ ctx }: { ctx: Context }) {
    const all = ctx.view.legal ?? [],
        box = useRef<HTMLDivElement>(null),
        chose = useRef(false),
        best = ctx.hint?.[0]?.move;
    const button = (move: string, text: string) => (
        <button
            key={move}
            data-move={move}
            disabled={!ctx.legal.includes(move)}
            class={move === best ? "advised" : ""}
            aria-label={text === moveText(move) ? undefined : moveText(move)}
            onClick={() => {
                chose.current = true;
                ctx.play(move);
            }}
        >
            {text}
        </button>
    );
    // who chose with the keyboard goes on where the next choice is
    useEffect(() => {
        if (!chose.current || !ctx.legal.length) return;
        chose.current = false;
        if (document.activeElement === document.body)
            box.current?.querySelector<HTMLElement>("button:not([disabled])")?.focus({ preventScroll: true });
    });
    return (
        <div class="plain-moves" role="group" aria-label={t("Moves")} ref={box} onKeyDown={roving}>
            {groups(all).map(({ word, moves }) =>
                word === undefined ? (
                    moves.map((m) => button(m, moveText(m)))
                ) : (
                    <fieldset key={word}>
                        <legend>{moveText(word)}</legend>
                        {moves.map((m) => button(m, m.slice(word.length + 1)))}
                    </fieldset>
                ),
            )}
        </div>
    );
}

function prompt(ctx: Context): string {
    if (ctx.table.stage === "over" || ctx.view.turn === "over") return t("The game is over");
    if (ctx.view.legal?.length && !ctx.table.answered) return t("Your turn");
    if (typeof ctx.view.turn === "number" && ctx.view.turn !== ctx.you) return t("Turn: {name}", { name: ctx.name(ctx.view.turn) });
    return t("Waiting for the others…");
}

// How it is laid out (ui/fit.ts): the moves below the table, or beside it where the screen is low. A chip is as wide as --card at least;
// the table scrolls in its area if a game has more to show than fits, the moves and the hand do only if there are very many.
type Size = "card";
const sizes = { card: [32, 72] } as const;
/** Of buttons with so many letters, how many stand in a row. */
const perRow = (letters: number, width: number, rem: number): number =>
    Math.max(1, Math.floor((width - rem) / (letters * 0.62 * rem + 2 * rem)));
const rest: Need<Size> = (u) => ({ w: 14 * u.rem, h: Math.max(u.card * 2, 4 * u.rem) + 2 * u.rem });
const action: Need<Size> = (u) => ({
    w: 14 * u.rem,
    h: (width) => {
        const chips = stack(u.n.own!, Math.max(1, Math.floor((width - u.rem) / (u.card + 6))), u.card * 0.75 + 6, 0);
        const moves = stack(u.n.moves!, perRow(u.n.letters!, width, u.rem), Math.max(44, 2.7 * u.rem), 6);
        return Math.min(chips + lines(u, 1.4) + moves + 2 * u.rem, u.box.height * 0.6);
    },
});
const plans: Plan<Size>[] = [
    { name: "below", grid: ["table", "action"], rows: [1, 0], sizes, areas: { table: rest, action } },
    {
        name: "beside",
        grid: ["table action"],
        columns: [3, 2],
        sizes,
        areas: { table: rest, action: (u) => ({ ...action(u), w: 18 * u.rem }) },
    },
];

/** The most of each that there was so far: what is kept room for does not come and go with every turn. */
function useMost<T extends Record<string, number>>(now: T): T {
    const most = useRef(now);
    for (const k of Object.keys(now) as (keyof T)[]) if (now[k]! > most.current[k]!) most.current = { ...most.current, [k]: now[k] };
    return most.current;
}

function Center({ ctx }: { ctx: Context }) {
    const { table, own } = perSeat(ctx.view),
        key_of = keys(),
        root = useRef<HTMLDivElement>(null),
        legal = ctx.view.legal ?? [];
    const counts = useMost({
        own: upTo(
            own.reduce((all, [, v]) => all + (isList(v) ? v.length : 1), 0),
            0,
            4,
            8,
            12,
            16,
            24,
            32,
        ),
        moves: upTo(legal.length, 2, 4, 8, 12, 16, 24, 32),
        letters: upTo(Math.max(0, ...legal.map((m) => m.length)), 6, 10, 14, 20, 30),
    });
    useFit(root, plans, counts);
    const members = (all: [string, Value][]) => all.map(([k, v]) => <Member key={k} name={k} value={v} ctx={ctx} key_of={key_of} />);
    return (
        <div class="fit plain-board" ref={root}>
            <div class="plain-table scroll" tabIndex={0} role="region" aria-label={t("Table")}>
                {!ctx.wide && <Players ctx={ctx} key_of={key_of} />}
                {table.length > 0 && <dl class="members rows">{members(table)}</dl>}
            </div>
            <div class="action" tabIndex={-1}>
                {own.length > 0 && <dl class="members own">{members(own)}</dl>}
                <p class="prompt">{prompt(ctx)}</p>
                <Moves ctx={ctx} />
            </div>
        </div>
    );
}

/** Chips that are somewhere else now go there. */
async function animate(motion: Motion): Promise<void> {
    const all = [...motion.root.querySelectorAll<HTMLElement>(".chips [data-key]")].map((e) => {
        const from = motion.before.get(e.dataset.key!),
            to = motion.now(e.dataset.key!);
        return from && to && Math.hypot(from.x - to.x, from.y - to.y) > 8 ? motion.travel(e, { ...from, width: to.width }, []) : undefined;
    });
    await Promise.all(all);
}

export const board: Board = {
    status: (ctx) => [prompt(ctx)],
    prompt,
    Center,
    animate,
    Rail: ({ ctx }) => (
        <div class="plain-board">
            <Players ctx={ctx} key_of={keys()} />
        </div>
    ),
    railTitle: () => t("Players"),
    railIcon: "person",
    tell: (events: GameEvent[], ctx) => events.map((e) => told(e, ctx)),
    move: (move) => moveText(move),
    pause: () => null,
    costly: () => null,
    Why: () => null,
};
