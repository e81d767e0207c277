// serve.mjs: a small server of files for the page's tests: web/dist, and index.html for every address of the page.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";

const types = {
    html: "text/html",
    js: "text/javascript",
    css: "text/css",
    svg: "image/svg+xml",
    png: "image/png",
    json: "application/json",
    wasm: "application/wasm",
    woff2: "font/woff2",
    webmanifest: "application/manifest+json",
    net: "application/octet-stream",
};

/** Starts on a free port of the loop; { url, close(), asked: every path with its size, edit: what may change a script on its way }. */
export async function serve(dist) {
    const asked = [],
        own = { asked, edit: (text) => text };
    const server = createServer(async (request, response) => {
        const path = normalize(new URL(request.url, "http://x").pathname);
        const page = !/\.\w+$/.test(path);
        try {
            if (path === "/api/tables") return response.writeHead(200, { "content-type": "application/json" }).end('{"tables":[]}');
            if (path.startsWith("/api/") || path === "/ws") throw new Error("not here");
            const bytes = await readFile(join(dist, page ? "index.html" : path));
            asked.push({ path, bytes });
            response.writeHead(200, {
                "content-type":
                    (types[page ? "html" : path.split(".").pop()] ?? "application/octet-stream") + (page ? "; charset=utf-8" : ""),
                "cache-control": "no-cache",
                "content-security-policy":
                    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'",
            });
            response.end(path.endsWith(".js") ? own.edit(bytes.toString()) : bytes);
        } catch {
            response.writeHead(404).end("there is nothing here");
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return Object.assign(own, {
        url: `http://127.0.0.1:${server.address().port}`,
        close: () =>
            new Promise((resolve) => {
                server.closeAllConnections?.();
                server.close(resolve);
            }),
    });
}
