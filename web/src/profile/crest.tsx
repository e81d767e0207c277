// crest.tsx: the crests of players, which they choose themselves (web/art/crests.svg). A seat has another sign: ui/kit.tsx.
import drawn from "../../art/crests.svg";
import { mark, t } from "../i18n";

const names = [
    ...[mark("Flame"), mark("Kettle"), mark("Fish"), mark("Crane"), mark("Pine"), mark("Plum blossom"), mark("Cherry blossom")],
    ...[mark("Wisteria"), mark("Iris"), mark("Butterfly"), mark("Bush clover"), mark("Moon"), mark("Chrysanthemum"), mark("Maple leaf")],
    ...[mark("Umbrella"), mark("Paulownia"), mark("Robot"), mark("Monster"), mark("Die"), mark("Radish"), mark("Fox"), mark("Sushi")],
    ...[mark("Capsule"), mark("Wave")],
];
const inside = [...drawn.matchAll(/<symbol[^>]*>(.*)<\/symbol>/g)].map((m) => m[1]!);
export const crests = inside.length;
export const crestName = (crest: number): string => t(names[crest] ?? names[0]!);

/** Its owner's name stands beside it. */
export const OwnCrest = ({ crest, size = 24 }: { crest: number; size?: number }) => (
    <svg
        class="own-crest"
        width={size}
        height={size}
        viewBox="0 0 48 48"
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: inside[crest] ?? inside[0]! }}
    />
);
