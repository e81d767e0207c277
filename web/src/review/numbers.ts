// numbers.ts: chances of winning as people read them: in percent, differences with a sign, small ones with a decimal.
import { language } from "../i18n";

const format = (x: number, options: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(language.get(), { style: "percent", ...options }).format(x).replace("-", "−");

/** "54%". */
export const chance = (x: number): string => format(x, { maximumFractionDigits: 0 });
/** "+7%", "−1.2%", "0%". */
export function change(x: number): string {
    const digits = Math.abs(x) < 0.0995 ? 1 : 0,
        whole = Math.abs(x) < 0.0005 ? 0 : x;
    return format(whole, { maximumFractionDigits: digits, signDisplay: "exceptZero" });
}
/** A size, without a sign. */
export const size = (x: number): string => change(Math.abs(x)).replace("+", "");
