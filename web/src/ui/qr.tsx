// qr.tsx: a link as a picture that another device can photograph.
import { correction, generate } from "lean-qr/nano";
import { useMemo } from "preact/hooks";

export function Code({ text, label }: { text: string; label: string }) {
    const code = useMemo(() => generate(text, { minCorrectionLevel: correction.M }), [text]),
        n = code.size;
    let path = "";
    for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
    return (
        <svg class="qr" viewBox={`-4 -4 ${n + 8} ${n + 8}`} role="img" aria-label={label}>
            <rect x="-4" y="-4" width={n + 8} height={n + 8} fill="#fff" />
            <path d={path} fill="#000" />
        </svg>
    );
}
