// phrase.ts: a recovery phrase as people type it: six words of five letters, consonants and vowels in turn (docs/protocol.md).
const word = /^[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]$/;

/** Its words, whatever stands between them. */
export const words = (text: string): string[] =>
    (
        text
            .toLowerCase()
            .replace(/[^a-z]/g, "")
            .match(/.{1,5}/g) ?? []
    ).slice(0, 12);

/** What is wrong with what was typed so far: how many words are missing, and the first that cannot be one. */
export function look(text: string): { whole: boolean; missing: number; odd?: string } {
    const all = words(text),
        odd = all.find((w) => !word.test(w) && (w.length === 5 || w !== all.at(-1)));
    const full = all.filter((w) => w.length === 5).length;
    return { whole: all.length === 6 && full === 6 && !odd, missing: Math.max(0, 6 - full), ...(odd && { odd }) };
}
