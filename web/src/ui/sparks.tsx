// sparks.tsx: embers that rise for a winner. They are drawn by style alone (result.css).
export const Sparks = () => (
    <div class="sparks" aria-hidden="true">
        {Array.from({ length: 18 }, (_, i) => (
            <i key={i} style={{ "--i": i, "--late": (i * 7) % 18, "--size": `${7 + ((i * 5) % 4) * 3}px` }} />
        ))}
    </div>
);
