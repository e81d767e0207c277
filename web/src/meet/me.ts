// me.ts: who we are on the server: devices, the recovery phrase, what is stored of us. Requests that change something, so they are sent once.
import { Refused, refused } from "../engine/wasm";
import { link } from "../net/browser";
import { label } from "../net/label";
import { asideKey, times, tokenKey } from "../net/link";
import { change } from "../settings";
import type { Refusal } from "../table/types";
import type { Me } from "./types";

/** The answer's text, or why there is none. */
async function request(path: string, body?: object): Promise<string> {
    const token = link.tokens()[0];
    let reply: Response;
    try {
        reply = await fetch(path, {
            method: body ? "POST" : "GET",
            headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { "content-type": "application/json" }) },
            signal: AbortSignal.timeout(times.call * 2),
            ...(body && { body: JSON.stringify(body) }),
        });
    } catch {
        throw new Refused("offline", "the server does not answer");
    }
    const text = await reply.text();
    if (reply.ok) return text;
    try {
        const said = JSON.parse(text) as Refusal;
        throw Object.assign(refused(said), said); // a refusal may tell more
    } catch (e) {
        throw e instanceof Refused ? e : new Refused("offline", "the server does not answer");
    }
}
export const asked = async <T>(path: string, body?: object): Promise<T> => JSON.parse(await request(path, body)) as T;

interface Person {
    who: string;
    name: string;
    token: string;
}
export const me = (): Promise<Me> => asked<Me>("/api/me");
export const newCode = (): Promise<{ code: string; until: number }> => asked("/api/me/code", {});
export const newPhrase = async (): Promise<string> => (await asked<{ phrase: string }>("/api/me/phrase", {})).phrase;
export const useCode = (code: string): Promise<Person> => asked("/api/me/use", { code, label: label() });
export const usePhrase = (phrase: string): Promise<Person> => asked("/api/me/recover", { phrase, label: label() });
/** 0: all but this one. */
export const endDevice = (device: number): Promise<unknown> => asked("/api/me/end", { device });
export const exported = (): Promise<string> => request("/api/me/export");
export const deleted = (sure: string): Promise<unknown> => asked("/api/me/delete", { sure });

/** From now on this browser is that person. Who it was is kept aside. The page begins anew, so that nothing of the other one is left in it. */
export function become({ name, token }: Person, to = "/"): void {
    const aside = link.tokens().filter((t) => t !== token);
    localStorage.setItem(asideKey, JSON.stringify(aside.slice(0, 8)));
    localStorage.setItem(tokenKey, token);
    if (name && name !== "Guest") change({ name });
    location.assign(to);
}
/** Nobody any more. The next one who plays here is somebody new. */
export function forgetMe(): void {
    localStorage.removeItem(asideKey);
    localStorage.removeItem(tokenKey);
    change({ name: "" });
    location.assign("/");
}
