// browser.ts: what the page's modules look for in a browser when they are loaded. Imported before them.
const kept = new Map<string, string>();
const globals = {
    localStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
        clear: () => kept.clear(),
    },
    matchMedia: () => ({ matches: true, addEventListener: () => undefined }), // reduced motion: nothing travels, nothing takes time
    document: { documentElement: { lang: "", dataset: {} }, querySelectorAll: () => [], addEventListener: () => undefined },
    location: { pathname: "/" },
    history: {
        pushState: (_: unknown, __: string, to: string) => {
            location.pathname = to;
        },
        replaceState: (_: unknown, __: string, to: string) => {
            location.pathname = to;
        },
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    scrollTo: () => undefined,
    navigator: { languages: ["en"] },
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

/** Everything that waits for nothing but promises has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => resolve()));
