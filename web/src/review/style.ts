// style.ts: the style of reviews, loaded with them.
import { loadStyle } from "../board";
import { assets } from "./assets";

export const reviewStyle = (): Promise<void> => loadStyle(assets.style);
