// mixer.ts: sounds become voices, voices go through one chain: each is a rendered buffer, panned, into the volume and a soft limit.
import type { How, SoundName } from "./index";
import { decibel, render, sounds } from "./synth";

/** Of the loudest volume; the usual one, 70 of 100, is -12 dB. */
const master = decibel(-6);
export const gainOf = (volume: number): number => master * (Math.min(100, Math.max(0, volume)) / 100) ** 2;

/** At most so many at once: the oldest makes room. */
const most = 24;
/** The same sound twice within this many seconds is once: together they would only be louder. */
const apart = 0.02;
/** Seconds in which a voice that has to go fades. */
const fade = 0.015;
/** How much a sound differs from time to time, so that it is nobody's machine. */
const looseness = 0.03;

/** Straight up to the knee, then bent: nothing gets over `ceiling`, however many sound at once. */
const knee = 0.6,
    ceiling = 0.97,
    room = 4; // inputs up to this are told apart
function limit(): Float32Array<ArrayBuffer> {
    const points = 4097,
        curve = new Float32Array(points);
    for (let i = 0; i < points; i++) {
        const x = ((i / (points - 1)) * 2 - 1) * room,
            over = Math.max(0, Math.abs(x) - knee);
        curve[i] = Math.sign(x) * (Math.min(Math.abs(x), knee) + (ceiling - knee) * Math.tanh(over / (ceiling - knee)));
    }
    return curve;
}

/** What every voice goes through. */
export function chain(context: BaseAudioContext): GainNode {
    const volume = context.createGain(),
        scale = context.createGain(),
        shaper = context.createWaveShaper();
    scale.gain.value = 1 / room;
    shaper.curve = limit();
    volume.connect(scale).connect(shaper).connect(context.destination);
    return volume;
}

export interface Mixer {
    play(name: SoundName, how?: How): void;
    set(volume: number, hearth: boolean): void;
    /** When these (left out: all) are made. */
    ready(names?: SoundName[]): Promise<unknown>;
}

/** `steady`: every sound is just as its recipe says. */
export function mixer(context: BaseAudioContext, steady = false): Mixer {
    const out = chain(context);
    const buffers = new Map<SoundName, Promise<AudioBuffer>>();
    const voices: { source: AudioBufferSourceNode; gain: GainNode }[] = [];
    const last = new Map<SoundName, number>();
    let ambience: AudioBufferSourceNode | undefined,
        wanted = false;

    const buffer = (name: SoundName): Promise<AudioBuffer> => {
        const made = buffers.get(name) ?? render(name, context.sampleRate);
        buffers.set(name, made);
        return made;
    };
    const loose = (): number => (steady ? 1 : 1 + (Math.random() * 2 - 1) * looseness);

    function start(name: SoundName, data: AudioBuffer, when: number, { pan = 0, rate = 1 }: How): void {
        const source = context.createBufferSource(),
            gain = context.createGain(),
            panner = context.createStereoPanner();
        source.buffer = data;
        source.playbackRate.value = rate * (sounds[name].tuned ? 1 : loose());
        gain.gain.value = loose();
        panner.pan.value = Math.max(-1, Math.min(1, pan));
        source.connect(gain).connect(panner).connect(out);
        const voice = { source, gain };
        source.onended = () => {
            voices.splice(voices.indexOf(voice), 1);
            panner.disconnect();
        };
        voices.push(voice);
        source.start(when);
        if (voices.length > most) {
            const oldest = voices.shift()!,
                now = context.currentTime;
            oldest.gain.gain.setTargetAtTime(0, now, fade / 3);
            oldest.source.stop(now + fade);
            oldest.source.onended = () => oldest.gain.disconnect();
        }
    }
    async function begin(): Promise<void> {
        const data = await buffer("hearth");
        if (!wanted || ambience) return;
        ambience = context.createBufferSource();
        ambience.buffer = data;
        ambience.loop = true;
        ambience.connect(out);
        ambience.start();
    }

    return {
        async ready(names = (Object.keys(sounds) as SoundName[]).filter((n) => !sounds[n].loop)) {
            for (const name of names) await buffer(name); // each in a task of its own: all at once would hold up a slow phone
        },
        play(name, how = {}) {
            const when = context.currentTime + (how.at ?? 0) / 1000;
            if (Math.abs(when - (last.get(name) ?? Number.NEGATIVE_INFINITY)) < apart) return;
            last.set(name, when);
            // made once, in some milliseconds; a voice never begins in the past
            void buffer(name).then((data) => start(name, data, Math.max(when, context.currentTime), how));
        },
        set(volume, hearth) {
            out.gain.value = gainOf(volume);
            wanted = hearth;
            if (hearth) void begin();
            else {
                ambience?.stop();
                ambience?.disconnect();
                ambience = undefined;
            }
        },
    };
}
