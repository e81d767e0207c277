// measure.mjs: what is wrong with a screen, found from the geometry of its elements. `faults` runs inside the page.
//
// Kinds: under (something lies over a part of it), clipped (text that is cut off), ellipsis (text that was shortened), outside (not in
// the window), target (less than 44 px to press), scroll (the page, or something on the board, has to be scrolled), hand (a card of the
// hand is not whole in the window).
//
// `settled` runs in the page before anything is measured: it ends when nothing moves any more.

/** Waits for fonts and pictures, until beats and moments are over and two frames in a row look the same. What fades or grows by itself is put at
 *  its end, what never ends at its beginning. */
export async function settled() {
    const next = () => new Promise(requestAnimationFrame);
    if (!document.adoptedStyleSheets.length) {
        // a busy machine answers late, at any moment: the strip that says so would lie over what is measured
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".link-strip { display: none !important }");
        document.adoptedStyleSheets.push(sheet);
    }
    const look = () =>
        [...document.querySelectorAll(".play, .play :not(svg *)")]
            .map((e) => {
                const r = e.getBoundingClientRect();
                return `${r.x} ${r.y} ${r.width} ${r.height}`;
            })
            .join();
    for (let last = ""; ; ) {
        await next();
        for (const a of document.getAnimations())
            if (Number.isFinite(a.effect?.getComputedTiming().endTime)) a.finish();
            else if (a.playState !== "paused" || a.currentTime !== 0) {
                a.pause();
                a.currentTime = 0;
            }
        await document.fonts.ready;
        // what waits to be read (.pause) comes in the middle of a beat
        const moves =
            document.querySelector(".moment, .ghost") ||
            (document.querySelector(".play[data-moving]") && !document.querySelector(".pause"));
        const now = moves ? "" : look();
        if (now && now === last) return;
        last = now;
    }
}

/** { faults: [{ kind, what, more }], card } : card: the least width of a card of the hand, in px. */
export function faults() {
    const most = 44, // px a target has at least; a word to press in a list or a table that tells more has a line of its own, at least
        word = 24,
        found = [];
    const css = new Map();
    const style = (e) => {
        if (!css.has(e)) css.set(e, getComputedStyle(e));
        return css.get(e);
    };
    const name = (e) => {
        const own = [...e.classList].slice(0, 3).map((c) => `.${c}`);
        const area = e.parentElement?.closest("[class]");
        const text = (e.getAttribute("aria-label") ?? e.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 28);
        const above = area ? `.${area.classList[0]} ` : "";
        return `${above}${e.localName}${own.join("")}${text ? ` "${text}"` : ""}`;
    };
    const add = (kind, e, more = "") => found.push({ kind, what: name(e), more });
    const pressed = "button, a[href], input, select, summary, [role=button]";
    const visible = (e) => {
        if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || e.closest(".unseen, #sprites")) return false;
        return !style(e).clipPath.startsWith("inset(50%"); // for screen readers
    };
    // what is over everything: only that is looked at
    const dialogs = [...document.querySelectorAll(".pause, .sheet, .curtain, .moment")].filter(visible),
        top = dialogs.at(-1) ?? document.querySelector(".play") ?? document.body;
    const all = [...top.querySelectorAll(":not(svg, svg *)")].filter(visible);
    // what lets presses through can be in the way of being seen, all the same
    const paints = (e) =>
        [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) ||
        !/^(transparent|rgba\(.*, 0\))$/.test(style(e).backgroundColor) ||
        style(e).backgroundImage !== "none";
    const through = all.filter((e) => style(e).pointerEvents === "none" && !e.closest(".ghost, .coach-ring, .toast") && paints(e));
    for (const e of through) e.style.pointerEvents = "auto";
    const scrolls = (e) => /auto|scroll/.test(style(e).overflowY + style(e).overflowX);
    /** The part of a rectangle that no ancestor cuts off; what is in something that scrolls may be scrolled to. */
    const seen = (e, r) => {
        let box = { left: r.left, top: r.top, right: r.right, bottom: r.bottom },
            scrolled = false;
        for (let p = e; p; p = p.parentElement) {
            if (style(p).overflowX === "visible" && style(p).overflowY === "visible") continue;
            const b = p.getBoundingClientRect();
            const cut = {
                left: Math.max(box.left, b.left),
                top: Math.max(box.top, b.top),
                right: Math.min(box.right, b.right),
                bottom: Math.min(box.bottom, b.bottom),
            };
            if (scrolls(p) && (p.scrollHeight > p.clientHeight + 1 || p.scrollWidth > p.clientWidth + 1)) scrolled = true;
            if (style(p).overflowX === "visible") [cut.left, cut.right] = [box.left, box.right];
            if (style(p).overflowY === "visible") [cut.top, cut.bottom] = [box.top, box.bottom];
            box = cut;
        }
        return { ...box, scrolled };
    };
    const hit = (x, y) => document.elementFromPoint(x, y);
    const related = (a, b) => a === b || a.contains(b) || b.contains(a);
    /** Cards of a fan, a pile or a lane lie over each other: that is how they are held. */
    const fanned = (e, other) => {
        const card = e.closest("button, .card, li, [data-key]"),
            over = other.closest("button, .card, li, [data-key]");
        if (!card || !over || card === over) return false;
        const hand = card.closest(".hand");
        return card.parentElement === over.parentElement || related(card, over) || (!!hand && hand === over.closest(".hand"));
    };
    /** It stays at an edge of what scrolls: what is under it now comes out from there. */
    const stuck = (e) => {
        for (let p = e; p && p !== top; p = p.parentElement) if (style(p).position === "sticky") return true;
        return false;
    };
    // many cards side by side on a small screen: each has its share of the width, but for the last, which is whole
    const held = document.querySelectorAll(".board .hand .card").length,
        share = Math.max(word, Math.floor((innerWidth - 16 - most) / Math.max(1, held - 1)) - 1);
    for (const e of all) {
        const text = [...e.childNodes].filter((n) => n.nodeType === 3 && n.textContent.trim()),
            presses = e.matches(pressed) && !(e.matches("a, button.text") && style(e).display === "inline");
        if (!text.length && !presses) continue;
        const rects = [];
        for (const n of text) {
            const range = document.createRange();
            range.selectNodeContents(n);
            rects.push(...range.getClientRects());
        }
        if (presses) rects.push(e.getBoundingClientRect());
        let under = "",
            clipped = "",
            outside = "";
        for (const r of rects) {
            if (r.width < 2 || r.height < 2) continue;
            const s = seen(presses && r === rects.at(-1) ? e.parentElement : e, r);
            const wide = s.right - s.left,
                high = s.bottom - s.top;
            if (!s.scrolled && !e.closest(".recap") && (wide < r.width - 2 || high < r.height * 0.86 - 1))
                clipped ||= `${Math.round(Math.max(0, wide))} x ${Math.round(Math.max(0, high))} of ${Math.round(r.width)} x ${Math.round(r.height)}`;
            if (s.scrolled && (wide < 4 || high < 4)) continue; // it can be scrolled to
            if (wide < 2 || high < 2) continue;
            if (!s.scrolled && (s.left < -1 || s.top < -1 || s.right > innerWidth + 1 || s.bottom > innerHeight + 1)) {
                outside ||= `${Math.round(s.left)}, ${Math.round(s.top)} to ${Math.round(s.right)}, ${Math.round(s.bottom)}`;
                continue;
            }
            for (const [fx, fy] of [
                [0.5, 0.5],
                [0.12, 0.25],
                [0.88, 0.25],
                [0.12, 0.75],
                [0.88, 0.75],
            ]) {
                const x = s.left + wide * fx,
                    y = s.top + high * fy,
                    other = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? hit(x, y) : null;
                if (other && !related(e, other) && !fanned(e, other) && !stuck(other)) under ||= name(other);
            }
        }
        if (under) add("under", e, under);
        if (clipped) add("clipped", e, clipped);
        if (outside) add("outside", e, outside);
        if (text.length) {
            for (let p = e; p && p !== top; p = p.parentElement)
                if (
                    (style(p).textOverflow === "ellipsis" && p.scrollWidth > p.clientWidth + 1) ||
                    (style(p).webkitLineClamp !== "none" && p.scrollHeight > p.clientHeight + 1 && !p.closest(".recap")) // which has it all, opened
                ) {
                    add("ellipsis", e, `${p.clientWidth} x ${p.clientHeight} of ${p.scrollWidth} x ${p.scrollHeight}`);
                    break;
                }
        }
        if (presses && !e.matches("input") && !outside) {
            // how far one can press it, to both sides of its middle; what makes it larger than it looks counts
            const r = e.getBoundingClientRect(),
                s = seen(e.parentElement, r),
                least = e.matches(".text") ? word : e.closest(".hand") ? Math.min(most, share) : most;
            if (s.scrolled && (s.right - s.left < r.width - 1 || s.bottom - s.top < r.height - 1)) continue;
            let best = 0,
                size = "";
            const mine = (x, y) => {
                const at = hit(x, y);
                return !!at && (e === at || e.contains(at));
            };
            const [midX, midY] = [r.left + r.width / 2, r.top + r.height / 2];
            if (
                r.width >= least - 0.5 &&
                r.height >= least - 0.5 &&
                mine(r.left + 3, midY) &&
                mine(r.right - 3, midY) &&
                mine(midX, r.top + 3) &&
                mine(midX, r.bottom - 3)
            )
                continue;
            const span = (x, y, dx, dy) => {
                let n = 0;
                for (let i = 1; i <= 46 && mine(x + dx * i, y + dy * i); i++) n = i;
                return n;
            };
            for (const f of [0.5, 0.2, 0.8, 0.1]) {
                const x = r.left + r.width * f,
                    y = r.top + r.height / 2;
                if (!mine(x, y)) continue;
                const w = span(x, y, -1, 0) + span(x, y, 1, 0) + 1,
                    h = span(x, y, 0, -1) + span(x, y, 0, 1) + 1;
                if (Math.min(w, h) > best) {
                    best = Math.min(w, h);
                    size = `${w} x ${h}`;
                }
                if (best >= least) break;
            }
            if (best > 0 && best < least - 0.5) add("target", e, size);
        }
    }
    let card = 0;
    const root = document.documentElement;
    if (!dialogs.length) {
        const hand = document.querySelector(".board .hand") ?? document.querySelector(".board [data-key^=hand]");
        if (!hand) add("hand", document.querySelector(".board"), "nothing on the board is a hand");
        for (const e of hand?.querySelectorAll(".card") ?? []) {
            const r = e.getBoundingClientRect();
            if (!visible(e) || r.width < 1) continue;
            const inside = r.left >= -1 && r.top >= -1 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1,
                s = seen(e.parentElement, r);
            if (!inside || s.right - s.left < r.width - 2 || s.bottom - s.top < r.height - 2)
                add("hand", e, `${Math.round(r.left)}, ${Math.round(r.top)} to ${Math.round(r.right)}, ${Math.round(r.bottom)}`);
            card = card ? Math.min(card, e.offsetWidth) : e.offsetWidth;
        }
        for (const e of document.querySelectorAll(".board :not(svg, svg *)"))
            if (
                scrolls(e) &&
                visible(e) &&
                !e.matches("[role=region]") &&
                !e.closest(".sheet") &&
                (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
            )
                add("scroll", e, `${e.scrollWidth} x ${e.scrollHeight} in ${e.clientWidth} x ${e.clientHeight}`);
    }
    if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1)
        add("scroll", root, `${root.scrollWidth} x ${root.scrollHeight}`);
    for (const e of through) e.style.pointerEvents = "";
    const boards = [...document.querySelectorAll(".board .fit")];
    const tight = boards.some((b) => b.hasAttribute("data-tight"));
    return { faults: found, card, plan: boards[0]?.dataset.plan ?? "", tight };
}

/** Where everything of the board is that has a key or an area, whatever is lifted or flies: for what must not move. */
export function spots() {
    const board = document.querySelector(".board"),
        all = {};
    const at = (e) => {
        let x = 0,
            y = 0;
        for (let p = e; p && p !== board; p = p.offsetParent) {
            x += p.offsetLeft;
            y += p.offsetTop;
        }
        return [x, y, e.offsetWidth, e.offsetHeight];
    };
    for (const e of board.querySelectorAll("[data-key]")) if (e.offsetParent) all[e.dataset.key] = at(e);
    for (const b of board.querySelectorAll(".fit, .fit > *"))
        all[`area ${[...b.classList].find((c) => c !== "fit") ?? b.localName}`] = at(b);
    return all;
}
