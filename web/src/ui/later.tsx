// later.tsx: a part of the screen that is loaded when it is first shown, so that a first visit need not wait for it.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** `spare`: what cannot be loaded is done without. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, spare = false): ComponentType<P> {
    let loaded: ComponentType<P> | undefined;
    return (props: P) => {
        const [, draw] = useState(0);
        const [failed, setFailed] = useState<Error>();
        useEffect(() => {
            if (loaded) return;
            load().then((part) => {
                loaded = part;
                draw(1);
            }, setFailed);
        }, []);
        if (failed && !spare) throw failed;
        const Part = loaded;
        return Part ? <Part {...props} /> : null;
    };
}
