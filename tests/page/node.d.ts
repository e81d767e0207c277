// node.d.ts: what the tests use of Node.js. Its own types would also change what the page's sources may call.
declare module "node:test" {
    export function test(name: string, fn: (t: { skip(why: string): void; diagnostic(text: string): void }) => void | Promise<void>): void;
    export function test(name: string, options: { skip: string | false }, fn: () => void | Promise<void>): void;
    export function beforeEach(fn: () => void | Promise<void>): void;
    export function afterEach(fn: () => void | Promise<void>): void;
    export const mock: {
        timers: { enable(what: { apis: string[] }): void; tick(ms: number): void; reset(): void };
        method(of: object, name: string, fn: (...args: never[]) => unknown): { mock: { callCount(): number; restore(): void } };
    };
}
declare module "node:fs" {
    export function existsSync(path: string): boolean;
    export function readFileSync(path: string): Uint8Array<ArrayBuffer>;
    export function readdirSync(path: string): string[];
}
declare const process: { env: Record<string, string | undefined> };
declare module "node:assert/strict" {
    const assert: {
        equal(a: unknown, b: unknown, why?: string): void;
        deepEqual(a: unknown, b: unknown, why?: string): void;
        ok(a: unknown, why?: string): asserts a;
        notEqual(a: unknown, b: unknown, why?: string): void;
        match(text: string, pattern: RegExp, why?: string): void;
        doesNotMatch(text: string, pattern: RegExp, why?: string): void;
        throws(f: () => unknown, why?: string): void;
        rejects(p: Promise<unknown>, why?: string): Promise<void>;
    };
    export default assert;
}
declare function setImmediate(fn: () => void): void;
