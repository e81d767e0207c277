// style.ts: the style of My play, loaded with it.
import { loadStyle } from "../board";
import { assets } from "../review/assets";

export const myStyle = (): Promise<void> => loadStyle(assets.my);
