// slips.tsx: what was lost, by size, by round and by kind of move.
import { useState } from "preact/hooks";
import { kinds } from "../../gen/kinds";
import { number, t } from "../i18n";
import { Choice } from "../ui/kit";
import { readable } from "../words";
import { Later } from "./later";
import { byKind, byRound, roundOf, shownError, slips, whereDecided } from "./model";
import { chance, change, size } from "./numbers";
import type { Seen } from "./summary";

export function Slips({ r, seat, name, names, go, step }: Seen & { step: number }) {
    const [least, setLeast] = useState(0),
        [who, setWho] = useState<"mine" | "all">("mine");
    const all = slips(r, who === "mine" ? seat : undefined, 0),
        most = Math.ceil(Math.max(0.01, ...all.map((d) => -d.loss[d.seat]!)) * 100),
        shown = all.filter((d) => -d.loss[d.seat]! * 100 >= Math.min(least, most));
    const largest = -(all[0]?.loss[all[0].seat] ?? 0);
    return (
        <section class="slips" aria-labelledby="review-slips">
            <h2 id="review-slips">{t("Slips")}</h2>
            <Choice
                label={t("Whose slips")}
                hidden
                value={who}
                options={[
                    ["mine", name(seat)],
                    ["all", t("All players")],
                ]}
                set={setWho}
            />
            {all.length > 1 && (
                <label class="least">
                    <span>{t("Only slips of at least {size}", { size: size(Math.min(least, most) / 100) })}</span>
                    <input
                        type="range"
                        min={0}
                        max={most}
                        step={most > 10 ? 1 : 0.5}
                        value={Math.min(least, most)}
                        onInput={(e) => setLeast(Number(e.currentTarget.value))}
                    />
                </label>
            )}
            {!all.length && <p>{t("No move was a slip beyond doubt.")}</p>}
            <ol>
                {shown.map((d) => (
                    <li key={d.row}>
                        <button
                            onClick={() => go(whereDecided(r, d))}
                            aria-current={whereDecided(r, d) === step ? "step" : undefined}
                            style={{ "--size": `${(-d.loss[d.seat]! / largest) * 100}%` }}
                        >
                            <b>
                                {change(d.loss[d.seat]!)} <small>± {size(shownError(d.error))}</small>
                            </b>
                            <span>
                                {who === "all" && `${name(d.seat)}: `}
                                <Later of={names.move(d, d.played!)} />
                            </span>
                            <small class="where">
                                {roundOf(r, d.row)
                                    ? t("Round {n}, step {step}", { n: roundOf(r, d.row), step: whereDecided(r, d) })
                                    : t("Step {n}", { n: whereDecided(r, d) })}
                            </small>
                        </button>
                    </li>
                ))}
            </ol>
            {all.length > shown.length && <p class="soft">{t("Smaller ones: {n}", { n: all.length - shown.length })}</p>}
        </section>
    );
}

/** Figures of the chosen seat: round by round, and by kind of move. */
export function Figures({ r, seat }: Seen) {
    const rounds = byRound(r, seat),
        kind = byKind(r, seat),
        words = kinds[r.game]?.names ?? {};
    return (
        <>
            {rounds.length > 0 && (
                <details>
                    <summary>{t("Round by round")}</summary>
                    <section class="scroll" tabIndex={0} aria-label={t("Round by round")}>
                        <table>
                            <thead>
                                <tr>
                                    <th scope="col">{t("Round")}</th>
                                    <th scope="col">{t("Before")}</th>
                                    <th scope="col">{t("Own slips")}</th>
                                    <th scope="col">{t("Slips of others")}</th>
                                    <th scope="col">{t("Luck")}</th>
                                    <th scope="col">{t("After")}</th>
                                </tr>
                            </thead>
                            <tbody>
                                {rounds.map((p, i) => (
                                    <tr key={i}>
                                        <th scope="row">{i + 1}</th>
                                        <td>{chance(p.before)}</td>
                                        <td>{change(p.own)}</td>
                                        <td>{change(p.others)}</td>
                                        <td>{change(p.luck)}</td>
                                        <td>{chance(p.after)}</td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                    </section>
                </details>
            )}
            {kind.length > 0 && (
                <details>
                    <summary>{t("By kind of move")}</summary>
                    <section class="scroll" tabIndex={0} aria-label={t("By kind of move")}>
                        <table>
                            <thead>
                                <tr>
                                    <th scope="col">{t("Move")}</th>
                                    <th scope="col">{t("Decisions")}</th>
                                    <th scope="col">{t("Slips")}</th>
                                    <th scope="col">{t("Lost in all")}</th>
                                </tr>
                            </thead>
                            <tbody>
                                {kind.map((k) => (
                                    <tr key={k.kind}>
                                        <th scope="row">{t(words[k.kind] ?? readable(k.kind))}</th>
                                        <td>{number(k.choices)}</td>
                                        <td>{number(k.slips)}</td>
                                        <td>{size(k.lost)}</td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                    </section>
                </details>
            )}
        </>
    );
}
