// label.ts: what this device is called in a list of several: the browser and the system, as far as it says so.
const browsers = {
        Edg: "Edge",
        OPR: "Opera",
        SamsungBrowser: "Samsung",
        Firefox: "",
        FxiOS: "Firefox",
        CriOS: "Chrome",
        Chrome: "",
        Safari: "",
    },
    systems = { Android: "", iPhone: "", iPad: "", Windows: "", "Mac OS": "Mac", CrOS: "ChromeOS", Linux: "" };

/** The first of these that stands there: many browsers name older ones, too. */
const first = (agent: string, names: Record<string, string>): string => {
    const found = Object.keys(names).find((name) => agent.includes(name));
    return found ? names[found] || found : "";
};
export const label = (agent = navigator.userAgent): string => [first(agent, browsers), first(agent, systems)].filter(Boolean).join(", ");
