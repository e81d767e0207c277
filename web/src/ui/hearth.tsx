// hearth.tsx: the room of the first screen: the kettle on its hook over the fire. Its colours are night's and day's (style.css).

/** lit; low, a small flame before the first game; ash with one ember, without a network. */
export type Fire = "lit" | "low" | "ash";

const flame = "M0,182C24,196 46,214 38,244Q0,262 -38,244C-48,220 -16,214 -20,194Q-5,203 0,182Z",
    tongue = "M2,208Q26,226 16,248Q0,256 -14,248Q-24,232 2,208Z";

export const Hearth = ({ fire }: { fire: Fire }) => (
    <svg class={`hearth ${fire}`} viewBox="0 0 720 300" preserveAspectRatio="xMaxYMax meet" aria-hidden="true">
        <g class="glow">
            <ellipse cx="470" cy="262" rx="400" ry="236" />
            <ellipse cx="470" cy="258" rx="272" ry="172" />
            <ellipse cx="470" cy="254" rx="160" ry="114" />
        </g>
        <g class="window">
            <circle cx="652" cy="128" r="50" />
            <circle class="moon" cx="668" cy="112" r="19" />
            <path d="M602,128H702M652,78V178M627,85V171M677,85V171" />
        </g>
        <path class="floor" d="M-1500,236H2500V300H-1500Z" />
        <path
            class="planks"
            d="M-700,236-960,300M-520,236-740,300M-340,236-520,300M-180,236-300,300M-40,236-120,300M80,236 20,300M200,236 160,300M740,236 790,300M860,236 960,300M1020,236 1180,300"
        />
        <path class="cushion" d="M586,248Q640,238 702,248L722,274Q640,290 578,274Z" />
        <path class="cushion two" d="M232,250Q290,240 348,250L340,276Q280,290 212,276Z" />
        <g transform="translate(470 0)">
            <path class="iron" d="M-3,-400h6v452h-6Z" />
            <path class="iron" d="M-58,44C-40,24 8,24 30,38L58,22Q50,44 58,64L30,50C8,66 -40,64 -58,44Z" />
            <circle class="eye" cx="-40" cy="41" r="3" />
            <path class="handle" d="M-46,132C-52,60 52,60 46,132" />
            <path
                class="iron"
                d="M-10,100h20l5,14c40,3 60,18 60,38c0,26 -26,36 -75,36s-75,-10 -75,-36l-28,-26q-6,-10 4,-14l12,-2l28,16c12,-8 24,-11 34,-12Z"
            />
            <path class="rim" d="M-66,166Q-40,184 0,184T66,166" />
            <g class="steam">
                <path d="M-112,100q-12,-14 0,-28t0,-28" />
                <path d="M-96,92q-10,-12 0,-24t0,-24" />
            </g>
            <path class="ash" d="M-104,246H104L122,276H-122Z" />
            <path class="heap" d="M-74,262Q-44,244 0,244T74,262Q0,274 -74,262Z" />
            <path class="log" d="M-52,262l62,-16 8,6 -62,16ZM54,260l-60,-15 -8,6 60,16Z" />
            <g class="flame">
                <path class="outer" d={flame} />
                <path class="inner" d={tongue} />
            </g>
            <path class="coal" d="M-38,252Q0,240 38,252L30,263H-30Z" />
            <path class="heart" d="M-14,253l12,-5 14,6 -10,6Z" />
            <path class="wood" fill-rule="evenodd" d="M-128,234H128L170,296H-170ZM-104,246L-122,276H122L104,246Z" />
            <path class="edge" d="M-170,296H170V308H-170Z" />
        </g>
        <g class="sparks">
            <circle cx="420" cy="200" r="3" />
            <circle cx="540" cy="190" r="2.5" />
            <circle cx="560" cy="206" r="3" />
            <circle cx="396" cy="186" r="2" />
            <circle cx="508" cy="200" r="2" />
        </g>
    </svg>
);
