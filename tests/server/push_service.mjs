// push_service.mjs CERT KEY: a push service on loopback, and the one browser that all subscriptions belong to. Says its port and the
// browser's keys as one line of JSON, then each push that arrives: its path, headers, decrypted text, and the claims of the server that
// signed for it. What it answers is in the path: /201/ID, /410/ID, /429/ID (at first, then 201), /503/ID, /302/ID, /big/ID, /hang/ID.
import { createDecipheriv, createECDH, createPublicKey, createHmac, randomBytes, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const [cert, key] = process.argv.slice(2).map((path) => readFileSync(path));
const browser = createECDH("prime256v1"),
    auth = randomBytes(16),
    seen = new Map();
browser.generateKeys();
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const hmac = (secret, ...data) => data.reduce((h, d) => h.update(d), createHmac("sha256", secret)).digest();
/** HKDF of one block. */
const hkdf = (salt, input, info, n) => hmac(hmac(salt, input), info, Buffer.from([1])).subarray(0, n);

/** RFC 8291, from the browser's side. */
function decrypted(body) {
    const salt = body.subarray(0, 16),
        size = body[20],
        sender = body.subarray(21, 21 + size),
        record = body.subarray(21 + size);
    if (size !== 65 || body.readUInt32BE(16) < record.length) throw new Error("not the head of a push");
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]),
        input = hkdf(auth, browser.computeSecret(sender), info, 32),
        cipher = createDecipheriv(
            "aes-128-gcm",
            hkdf(salt, input, Buffer.from("Content-Encoding: aes128gcm\0"), 16),
            hkdf(salt, input, Buffer.from("Content-Encoding: nonce\0"), 12),
        );
    cipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]),
        end = padded.findLastIndex((b) => b !== 0);
    if (padded[end] !== 2) throw new Error("not a last record");
    return padded.subarray(0, end).toString();
}
/** RFC 8292: { key, claims }; complains if the signature is not the key's. */
function signed(header) {
    const [, head, claims, signature, k] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [],
        point = Buffer.from(k ?? "", "base64url"),
        jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") },
        own = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" };
    if (!verify("sha256", Buffer.from(`${head}.${claims}`), own, Buffer.from(signature, "base64url")))
        throw new Error("not the signature of this key");
    return { key: k, head: JSON.parse(Buffer.from(head, "base64url")), claims: JSON.parse(Buffer.from(claims, "base64url")) };
}

const server = createServer({ cert, key }, async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks),
        what = request.url.split("/")[1],
        times = (seen.get(request.url) ?? 0) + 1;
    seen.set(request.url, times);
    try {
        say({
            path: request.url,
            method: request.method,
            headers: request.headers,
            bytes: body.length,
            text: decrypted(body),
            plain: body.includes("turn") || body.includes("table"),
            vapid: signed(request.headers.authorization),
        });
    } catch (e) {
        say({ path: request.url, wrong: String(e) });
    }
    if (what === "hang") return;
    if (what === "big") response.setHeader("x-long", "x".repeat(15000)).setHeader("x-longer", "x".repeat(15000));
    if (what === "302") response.setHeader("location", `https://push.example.org/201/followed`);
    if (what === "429" || what === "503") response.setHeader("retry-after", what === "429" ? "1" : "0");
    response.statusCode = what === "big" || (what === "429" && times > 1) ? 201 : Number(what);
    response.end("x".repeat(100000));
});
server.listen(0, "127.0.0.1", () =>
    say({ port: server.address().port, keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") } }),
);
