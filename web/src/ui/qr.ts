// qr.ts: a QR code (ISO 18004) of a short text: byte mode, error correction M, versions 1 to 10. Returns rows of dark cells.
const blocks: [ec: number, groups: [n: number, data: number][]][] = [
    [10, [[1, 16]]], [16, [[1, 28]]], [26, [[1, 44]]], [18, [[2, 32]]], [24, [[2, 43]]],
    [16, [[4, 27]]], [18, [[4, 31]]], [22, [[2, 38], [2, 39]]], [22, [[3, 36], [2, 37]]], [26, [[4, 43], [1, 44]]],
];
const align = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const exp = new Uint8Array(512), log = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
    exp[i] = exp[i + 255] = x;
    log[x] = i;
    x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number): number => (a && b ? exp[log[a]! + log[b]!]! : 0);

function correction(data: number[], n: number): number[] {
    let poly = [1];
    for (let i = 0; i < n; i++) {
        const next = new Array<number>(poly.length + 1).fill(0);
        poly.forEach((c, k) => {
            next[k]! ^= c;
            next[k + 1]! ^= times(c, exp[i]!);
        });
        poly = next;
    }
    const rest = [...data, ...new Array<number>(n).fill(0)];
    for (let i = 0; i < data.length; i++) {
        const f = rest[i]!;
        if (f) poly.forEach((c, k) => (rest[i + k]! ^= times(c, f)));
    }
    return rest.slice(data.length);
}

/** The data of a version with its correction, interleaved. */
function codewords(bytes: Uint8Array, version: number): number[] {
    const [ec, groups] = blocks[version - 1]!, total = groups.reduce((s, [n, d]) => s + n * d, 0);
    const bits: number[] = [];
    const push = (value: number, n: number) => {
        for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1);
    };
    push(4, 4);
    push(bytes.length, version < 10 ? 8 : 16);
    for (const b of bytes) push(b, 8);
    push(0, Math.min(4, total * 8 - bits.length));
    while (bits.length % 8) bits.push(0);
    const data: number[] = [];
    for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
    for (let pad = 0xec; data.length < total; pad ^= 0xec ^ 0x11) data.push(pad);
    const parts: { data: number[]; ec: number[] }[] = [];
    let at = 0;
    for (const [n, size] of groups)
        for (let i = 0; i < n; i++, at += size) {
            const d = data.slice(at, at + size);
            parts.push({ data: d, ec: correction(d, ec) });
        }
    const out: number[] = [];
    const longest = Math.max(...parts.map((p) => p.data.length));
    for (let i = 0; i < longest; i++) for (const p of parts) if (i < p.data.length) out.push(p.data[i]!);
    for (let i = 0; i < ec; i++) for (const p of parts) out.push(p.ec[i]!);
    return out;
}

const masks: ((r: number, c: number) => boolean)[] = [
    (r, c) => (r + c) % 2 === 0, (r) => r % 2 === 0, (_, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
    (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0, (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
    (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

type Grid = (boolean | null)[][];

function remainder(value: number, poly: number, bits: number): number {
    let v = value << bits;
    for (let i = 31; i >= bits; i--) if (v & (1 << i)) v ^= poly << (i - bits);
    return (value << bits) | v;
}

function frame(version: number): Grid {
    const n = 17 + 4 * version, g: Grid = Array.from({ length: n }, () => new Array<boolean | null>(n).fill(null));
    const set = (r: number, c: number, dark: boolean) => {
        if (r >= 0 && c >= 0 && r < n && c < n) g[r]![c] = dark;
    };
    for (const [r0, c0] of [[0, 0], [0, n - 7], [n - 7, 0]] as const)
        for (let r = -1; r <= 7; r++)
            for (let c = -1; c <= 7; c++) {
                const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
                set(r0 + r, c0 + c, ring !== 2 && ring !== 4);
            }
    const spots = align[version - 1]!;
    for (const r of spots)
        for (const c of spots)
            if (g[r]![c] === null) for (let i = -2; i <= 2; i++) for (let k = -2; k <= 2; k++) set(r + i, c + k, Math.max(Math.abs(i), Math.abs(k)) !== 1);
    for (let i = 8; i < n - 8; i++) {
        set(6, i, i % 2 === 0);
        set(i, 6, i % 2 === 0);
    }
    set(n - 8, 8, true);
    for (let i = 0; i < 9; i++) {
        if (g[8]![i] === null) set(8, i, false);
        if (g[i]![8] === null) set(i, 8, false);
        if (i < 8) {
            if (g[8]![n - 1 - i] === null) set(8, n - 1 - i, false);
            if (g[n - 1 - i]![8] === null) set(n - 1 - i, 8, false);
        }
    }
    if (version >= 7) {
        const bits = remainder(version, 0x1f25, 12);
        for (let i = 0; i < 18; i++) {
            const dark = ((bits >> i) & 1) === 1;
            set(Math.floor(i / 3), n - 11 + (i % 3), dark);
            set(n - 11 + (i % 3), Math.floor(i / 3), dark);
        }
    }
    return g;
}

function format(g: boolean[][], mask: number): void {
    const n = g.length, bits = remainder(mask, 0x537, 10) ^ 0x5412; // level M is 00
    for (let i = 0; i < 15; i++) {
        const dark = ((bits >> i) & 1) === 1;
        if (i < 6) g[i]![8] = dark;
        else if (i < 8) g[i + 1]![8] = dark;
        else g[n - 15 + i]![8] = dark;
        if (i < 8) g[8]![n - 1 - i] = dark;
        else if (i < 9) g[8]![15 - i] = dark;
        else g[8]![14 - i] = dark;
    }
}

function penalty(g: boolean[][]): number {
    const n = g.length;
    let sum = 0, dark = 0;
    const run = (at: (i: number) => boolean) => {
        let length = 0, last: boolean | null = null, line = "";
        for (let i = 0; i < n; i++) {
            const v = at(i);
            line += v ? "1" : "0";
            if (v === last) length++;
            else {
                if (length >= 5) sum += length - 2;
                length = 1;
                last = v;
            }
        }
        if (length >= 5) sum += length - 2;
        for (const bad of ["10111010000", "00001011101"]) for (let i = line.indexOf(bad); i >= 0; i = line.indexOf(bad, i + 1)) sum += 40;
    };
    for (let r = 0; r < n; r++) {
        run((i) => g[r]![i]!);
        run((i) => g[i]![r]!);
        for (let c = 0; c < n; c++) {
            if (g[r]![c]) dark++;
            if (r && c && g[r]![c] === g[r - 1]![c] && g[r]![c] === g[r]![c - 1] && g[r]![c] === g[r - 1]![c - 1]) sum += 3;
        }
    }
    return sum + Math.floor(Math.abs((dark * 20) / (n * n) - 10)) * 10;
}

export function qr(text: string): boolean[][] {
    const bytes = new TextEncoder().encode(text);
    let version = 1;
    for (; version <= 10; version++) {
        const room = blocks[version - 1]![1].reduce((s, [n, d]) => s + n * d, 0);
        if (bytes.length + (version < 10 ? 2 : 3) <= room) break;
    }
    if (version > 10) throw new Error("too long for a QR code");
    const data = codewords(bytes, version), empty = frame(version), n = empty.length;
    let best: boolean[][] = [], least = Infinity;
    masks.forEach((mask, number) => {
        const g = empty.map((row) => row.slice());
        let bit = 0, up = true;
        for (let right = n - 1; right > 0; right -= 2) {
            if (right === 6) right--;
            for (let i = 0; i < n; i++) {
                const r = up ? n - 1 - i : i;
                for (const c of [right, right - 1]) {
                    if (empty[r]![c] !== null) continue;
                    const dark = bit < data.length * 8 && ((data[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1;
                    g[r]![c] = dark !== mask(r, c);
                    bit++;
                }
            }
            up = !up;
        }
        const whole = g as boolean[][];
        format(whole, number);
        const p = penalty(whole);
        if (p < least) {
            least = p;
            best = whole;
        }
    });
    return best;
}
