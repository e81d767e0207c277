// synth.ts: how each sound is made: noise through filters, tones that glide, plucked strings. No files. A sound is rendered once, by an
// OfflineAudioContext, and brought to its level; its noise has a seed, so that it is the same everywhere.
import type { SoundName } from "./index";

export const decibel = (db: number): number => 10 ** (db / 20);

interface Sound {
    /** How long it is, in milliseconds, to the end of its last echo. */
    ms: number;
    /** Its peak in decibels, before the master volume. */
    level: number;
    make(s: Sketch): void;
    /** It has a pitch that is to stay. */
    tuned?: boolean;
    /** It is played round and round: its end fits its beginning. */
    loop?: boolean;
}

interface Noise {
    at?: number; // milliseconds, as all times here
    ms: number;
    level?: number; // decibels below the loudest part of the sound
    filter: "bandpass" | "highpass" | "lowpass";
    hz: number;
    to?: number; // the filter glides
    q?: number;
    rise?: number; // until it is at its loudest
}
interface Tone {
    at?: number;
    ms: number;
    level?: number;
    hz: number;
    to?: number;
    rise?: number;
}
interface Pluck {
    at?: number;
    ms: number;
    level?: number;
    hz: number;
    dull?: number; // how soft the plectrum is: the noise of the string is smoothed so often
}

/** Decays are times in which a sound falls by 40 dB: then it is gone in a room with people. */
const gone = decibel(-40);
/** Seconds of silence into which every sound is let, so that none ends with a click. */
const tail = 0.006;

/** Mulberry32: 32 bits are plenty for noise. */
function random(seed: number): () => number {
    let a = seed;
    return () => {
        a = (a + 0x6d2b79f5) | 0;
        let t = Math.imul(a ^ (a >>> 15), 1 | a);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

class Sketch {
    private readonly chance: () => number;
    constructor(
        readonly context: OfflineAudioContext,
        readonly out: AudioNode,
        seed: number,
    ) {
        this.chance = random(seed);
    }
    /** Between a and b. */
    between(a: number, b: number): number {
        return a + (b - a) * this.chance();
    }
    buffer(samples: Float32Array<ArrayBuffer>): AudioBuffer {
        const made = this.context.createBuffer(1, samples.length, this.context.sampleRate);
        made.copyToChannel(samples, 0);
        return made;
    }
    white(seconds: number): Float32Array<ArrayBuffer> {
        const samples = new Float32Array(Math.ceil(seconds * this.context.sampleRate));
        for (let i = 0; i < samples.length; i++) samples[i] = this.chance() * 2 - 1;
        return samples;
    }
    /** Up in `rise`, then down to nothing at the end. */
    private envelope(at: number, ms: number, level: number, rise: number): GainNode {
        const g = this.context.createGain(),
            from = at / 1000,
            top = from + rise / 1000,
            end = from + ms / 1000,
            loud = decibel(level);
        g.gain.setValueAtTime(0, 0);
        g.gain.setValueAtTime(0, from);
        g.gain.linearRampToValueAtTime(loud, top);
        g.gain.exponentialRampToValueAtTime(loud * gone, end);
        g.gain.linearRampToValueAtTime(0, end + tail);
        g.connect(this.out);
        return g;
    }
    noise({ at = 0, ms, level = 0, filter, hz, to = hz, q = 1, rise = 1 }: Noise): void {
        const source = this.context.createBufferSource(),
            f = this.context.createBiquadFilter();
        source.buffer = this.buffer(this.white(ms / 1000 + tail));
        f.type = filter;
        f.Q.value = q;
        f.frequency.setValueAtTime(hz, at / 1000);
        if (to !== hz) f.frequency.exponentialRampToValueAtTime(to, (at + ms) / 1000);
        source.connect(f).connect(this.envelope(at, ms, level, rise));
        source.start(at / 1000);
    }
    tone({ at = 0, ms, level = 0, hz, to = hz, rise = 2 }: Tone): void {
        const o = this.context.createOscillator();
        o.frequency.setValueAtTime(hz, at / 1000);
        if (to !== hz) o.frequency.exponentialRampToValueAtTime(to, (at + ms) / 1000);
        o.connect(this.envelope(at, ms, level, rise));
        o.start(at / 1000);
        o.stop((at + ms) / 1000 + tail);
    }
    /** A string, by Karplus and Strong: noise goes round in a delay as long as the wave, and gets duller with each round. Computed here: a
     *  loop of nodes would need waves of 128 samples at least. */
    pluck({ at = 0, ms, level = 0, hz, dull = 30 }: Pluck): void {
        const rate = this.context.sampleRate,
            period = rate / hz - 0.5, // the mean of two neighbours is half a sample late
            n = Math.floor(period),
            part = period - n, // between two samples, for the right pitch
            all = new Float32Array(Math.ceil((ms / 1000 + tail) * rate)),
            string = this.white(n / rate).slice(0, n);
        for (let k = 0; k < dull; k++) for (let i = 0; i < n; i++) string[i] = (string[i]! + string[(i + 1) % n]!) / 2;
        const mean = string.reduce((sum, x) => sum + x, 0) / n; // or the string would carry a constant for ever
        for (let i = 0; i < n && i < all.length; i++) all[i] = string[i]! - mean;
        const a = (i: number): number => (i < 0 ? 0 : all[i]!);
        for (let i = n; i < all.length; i++) {
            const x = a(i - n) * (1 - part) + a(i - n - 1) * part,
                before = a(i - n - 1) * (1 - part) + a(i - n - 2) * part;
            all[i] = 0.998 * 0.5 * (x + before);
        }
        const source = this.context.createBufferSource();
        source.buffer = this.buffer(all);
        source.connect(this.envelope(at, ms, level, 1));
        source.start(at / 1000);
    }

    /** A card on a mat: a dull clap and the board under it. */
    slap(at = 0, pitch = 1, level = 0): void {
        this.noise({ at, ms: 50, level: level + 11, filter: "bandpass", hz: 1800 * pitch, q: 0.9 });
        this.noise({ at, ms: 14, level: level + 2, filter: "bandpass", hz: 4200 * pitch, q: 0.7, rise: 0.4 });
        this.tone({ at, ms: 60, level: level - 5, hz: 140 * pitch, to: 90 * pitch });
        this.tone({ at, ms: 34, level: level - 9, hz: 290 * pitch, to: 190 * pitch });
    }
    /** Air and paper. */
    flip(at = 0, pitch = 1, level = 0): void {
        this.noise({ at, ms: 40, level, filter: "highpass", hz: 4000 * pitch, q: 0.7, rise: 9 });
        this.noise({ at: at + 6, ms: 26, level: level - 9, filter: "bandpass", hz: 1500 * pitch, q: 1.2, rise: 4 });
    }
    /** Something small and hard: a die, a tooth of a wheel. */
    click(at: number, hz: number, ms = 22, level = 0): void {
        this.tone({ at, ms, level, hz, to: hz * 0.8, rise: 0.3 });
        this.noise({ at, ms: ms * 0.6, level: level - 4, filter: "bandpass", hz: hz * 1.9, q: 1.4, rise: 0.3 });
    }
    /** A big drum; its second partial is what a phone can play of it. */
    drum(at: number, level = 0): void {
        this.tone({ at, ms: 190, level, hz: 90, to: 60, rise: 3 });
        this.tone({ at, ms: 130, level: level - 4, hz: 182, to: 128, rise: 2 });
        this.tone({ at, ms: 70, level: level - 12, hz: 330, to: 260 });
        this.noise({ at, ms: 30, level: level + 1, filter: "bandpass", hz: 750, q: 0.8 });
    }
    /** Brown noise with crackles, whose end leads into its beginning. */
    fire(seconds: number): void {
        const rate = this.context.sampleRate,
            n = Math.round(seconds * rate),
            cross = Math.round(rate / 2),
            rough = this.white(seconds + 0.5),
            brown = new Float32Array(n + cross);
        let sum = 0;
        for (let i = 0; i < brown.length; i++) brown[i] = sum = sum * 0.985 + (rough[i] ?? 0) * 0.014;
        const all = brown.slice(0, n);
        for (let i = 0; i < cross; i++) {
            const t = i / cross;
            all[i] = brown[i]! * Math.sqrt(t) + brown[n + i]! * Math.sqrt(1 - t);
        }
        const source = this.context.createBufferSource();
        source.buffer = this.buffer(all);
        source.connect(this.out);
        source.start();
        for (let at = 60; at < seconds * 1000 - 80; at += this.between(40, 420))
            this.noise({
                at,
                ms: this.between(6, 24),
                level: this.between(-16, 1),
                filter: "bandpass",
                hz: this.between(900, 4500),
                q: 1.5,
                rise: 0.3,
            });
    }
}

/** Notes of the in scale on D (D, E flat, G, A, B flat), in hertz. */
const note = { d3: 146.83, a3: 220, d4: 293.66, eb4: 311.13, g4: 392, a4: 440, d5: 587.33 };
const semitone = 2 ** (1 / 12);
const times = (n: number, fn: (i: number) => void): void => {
    for (let i = 0; i < n; i++) fn(i);
};

export const sounds: Record<SoundName, Sound> = {
    slap: { ms: 70, level: -6, make: (s) => s.slap() },
    flip: { ms: 50, level: -18, make: (s) => s.flip() },
    deal: { ms: 480, level: -22, make: (s) => times(8, (i) => s.flip(i * 60, s.between(0.92, 1.08), s.between(-3, 0))) },
    take: {
        ms: 160,
        level: -6,
        make(s) {
            s.slap(0, 1, -2);
            s.slap(90, semitone ** 2);
        },
    },
    // a riffle: ever closer, and the two halves pushed together
    shuffle: {
        ms: 640,
        level: -18,
        make(s) {
            let at = 0;
            times(16, (i) => {
                s.flip(at, s.between(0.75, 1), -9 + i * 0.4 + s.between(-2, 1));
                at += 34 - i * 1.2;
            });
            s.noise({ at: 430, ms: 120, level: -6, filter: "bandpass", hz: 1800, to: 3600, q: 0.8, rise: 40 });
            s.slap(560, 1.1, -1);
        },
    },
    dice: {
        ms: 320,
        level: -12,
        make: (s) => times(5, (i) => s.click(92 * i - 6 * i * i, 1200 * s.between(0.85, 1.2), 30, -i * 2.5)), // ever faster
    },
    coin: {
        ms: 130,
        level: -14,
        make(s) {
            s.tone({ ms: 120, hz: 2100, rise: 0.5 });
            s.tone({ ms: 100, level: -3, hz: 3400, rise: 0.5 });
            s.tone({ ms: 50, level: -10, hz: 5650, rise: 0.5 });
            s.noise({ ms: 6, level: -6, filter: "highpass", hz: 5000, rise: 0.3 });
        },
    },
    capsule: {
        ms: 90,
        level: -10,
        make(s) {
            s.tone({ ms: 70, hz: 300, to: 900 });
            s.tone({ at: 4, ms: 40, level: -12, hz: 620, to: 1800 });
            s.noise({ at: 0, ms: 16, level: -8, filter: "bandpass", hz: 1300, q: 0.9, rise: 0.4 });
        },
    },
    crank: {
        ms: 370,
        level: -20,
        make: (s) => times(7, (i) => s.click(i * (1000 / 18), i % 2 ? 860 : 1020, 26, -(i % 2) * 2)),
    },
    yaku: {
        ms: 520,
        level: -10,
        tuned: true,
        make(s) {
            s.pluck({ ms: 420, level: -2, hz: note.d4 });
            s.pluck({ at: 75, ms: 420, level: -1, hz: note.a4 });
            s.pluck({ at: 150, ms: 360, hz: note.d5 });
        },
    },
    call: {
        ms: 420,
        level: -6,
        make(s) {
            s.drum(0, -1.5);
            s.drum(170);
            s.noise({ at: 30, ms: 300, level: 0, filter: "bandpass", hz: 500, to: 2600, q: 1.1, rise: 190 });
        },
    },
    win: {
        ms: 920,
        level: -9,
        tuned: true,
        make(s) {
            const up = [note.d4, note.eb4, note.g4, note.a4];
            times(up.length, (i) => s.pluck({ at: i * 105, ms: 400, level: -3, hz: up[i]! }));
            s.pluck({ at: 420, ms: 490, hz: note.d5 });
            s.pluck({ at: 420, ms: 490, level: -5, hz: note.d4 });
        },
    },
    loss: {
        ms: 720,
        level: -16,
        tuned: true,
        make(s) {
            s.pluck({ ms: 700, hz: note.d3, dull: 200 });
            s.tone({ ms: 500, level: -20, hz: note.d3, rise: 20 });
        },
    },
    turn: {
        ms: 270,
        level: -20,
        tuned: true,
        make(s) {
            s.tone({ ms: 260, hz: 1300, rise: 2 });
            s.tone({ ms: 140, level: -9, hz: 1300 * 2.76, rise: 1 });
            s.tone({ ms: 70, level: -16, hz: 1300 * 5.4, rise: 1 });
        },
    },
    // two sides of a wood block
    clock: {
        ms: 150,
        level: -18,
        make(s) {
            s.click(0, 1500, 30);
            s.click(110, 1150, 30, -3);
        },
    },
    // knuckles on felt
    refuse: {
        ms: 170,
        level: -18,
        make(s) {
            times(2, (i) => {
                s.tone({ at: i * 90, ms: 70, level: -i * 2, hz: 210, to: 165, rise: 5 });
                s.noise({ at: i * 90, ms: 30, level: -8 - i * 2, filter: "lowpass", hz: 700, rise: 3 });
            });
        },
    },
    hearth: { ms: 9000, level: -26, loop: true, make: (s) => s.fire(9) },
};

/** One sound as samples, at its level. */
export async function render(name: SoundName, rate: number): Promise<AudioBuffer> {
    const sound = sounds[name],
        context = new OfflineAudioContext(1, Math.ceil((sound.ms / 1000) * rate), rate),
        floor = context.createBiquadFilter();
    floor.type = "highpass"; // nothing hears what is below, and glides would leave an offset
    floor.frequency.value = 35;
    floor.connect(context.destination);
    sound.make(new Sketch(context, floor, Object.keys(sounds).indexOf(name) + 1));
    const made = await context.startRendering(),
        samples = made.getChannelData(0),
        end = sound.loop ? 0 : Math.round(tail * rate);
    let peak = 0;
    for (const x of samples) peak = Math.max(peak, Math.abs(x));
    const scale = decibel(sound.level) / peak;
    for (let i = 0; i < samples.length; i++) samples[i]! *= scale * Math.min(1, end ? (samples.length - 1 - i) / end : 1);
    return made;
}
