// options.ts: short names of PiKiT's options, their values and presets.
import type { OptionWords } from "@/games";
import { mark } from "@/i18n";

export const options: OptionWords = {
    names: { first: mark("Who begins"), memory: mark("Memory") },
    values: { second: mark("the other list") },
    presets: { expert: mark("From memory"), second: mark("The other list of cards") },
};
