/* review_html.c: `irori review --html`: reviews as one page that needs nothing else: no scripts, no pictures, no network. It
 * follows the reader's light or dark, can be printed, and says in tables what its graphs show. Whatever comes from a record (a
 * name, a path) goes through escaped(). */
#include "review.h"

#include <math.h>

struct html {
    FILE *overview, *body;
    char *overview_text, *body_text;
    size_t overview_size, body_size;
    int games, seat, n;
};

/* ---- text ---- */

static void escaped_n(FILE *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        switch (text[i]) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: fputc(text[i], out);
        }
}

static void escaped(FILE *out, const char *text)
{
    escaped_n(out, text, strlen(text));
}

/* A sentence that is written to a file of its own first, so that all of it is escaped. */
struct sentence {
    FILE *file;
    char *text;
    size_t size;
};
static FILE *sentence_begin(struct sentence *s)
{
    s->text = NULL;
    s->file = open_memstream(&s->text, &s->size);
    if (!s->file) {
        complain("review", "out of memory");
        exit(1);
    }
    return s->file;
}
static void sentence_end(struct sentence *s, FILE *out)
{
    fclose(s->file);
    escaped_n(out, s->text, s->size);
    free(s->text);
}

/* A text of ours, and one with something filled in. */
static void put(FILE *out, const char *text)
{
    escaped(out, text);
}
/* <th> of each text up to NULL; the class is of all but the first. */
static void heads(FILE *out, const char *const *texts)
{
    for (int i = 0; texts[i]; i++) {
        fputs("<th scope=\"col\">", out);
        escaped(out, texts[i]);
        fputs("</th>", out);
    }
}
#define HEADS(out, ...) heads(out, (const char *const[]){__VA_ARGS__, NULL})

static void where(FILE *out, const struct reviewed *g, uint32_t row)
{
    struct sentence s;
    where_print(sentence_begin(&s), g, row);
    sentence_end(&s, out);
}
static void choice(FILE *out, struct reviewed *g, uint32_t row, ir_move m)
{
    struct sentence s;
    choice_print(sentence_begin(&s), g, row, m);
    sentence_end(&s, out);
}
static void chance(FILE *out, struct reviewed *g, const struct ir_review_chance *c)
{
    struct sentence s;
    chance_print(sentence_begin(&s), g, c);
    sentence_end(&s, out);
}

/* A number with its sign in a cell of a table. */
static void cell(FILE *out, double x)
{
    fprintf(out, "<td>%s</td>", decimal(percent(x), 1, 1));
}

/* ---- the page ---- */

static const char *const style =
    ":root{color-scheme:light dark;--page:#f7f3ea;--panel:#fffdf8;--text:#24201a;--soft:#6a6154;--line:#d8cfbf;--slip:#b3400f;"
    "--luck:#1c5d99;--good:#2f6b3a}"
    "@media(prefers-color-scheme:dark){:root{--page:#161412;--panel:#201d1a;--text:#efe7da;--soft:#b1a695;--line:#423b33;"
    "--slip:#ff9a62;--luck:#7db8ee;--good:#8fce9a}}"
    "*{box-sizing:border-box}"
    "body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}"
    "main{max-width:62rem;margin:0 auto;padding:1rem}"
    "h1,h2,h3{line-height:1.2;margin:1.6em 0 "
    ".5em}h1{font-size:1.7rem;margin-top:.4em}h2{font-size:1.25rem}h3{font-size:1.05rem}"
    "p{margin:.4em 0}.soft{color:var(--soft)}"
    "a{color:var(--luck)}"
    "article{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:.8rem 1rem;margin:.8rem 0}"
    "article h3{margin:0 0 .4em}"
    ".scroll{overflow-x:auto;margin:.8rem 0;border:1px solid var(--line);border-radius:10px;background:var(--panel)}"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
    "th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}"
    "th{font-weight:600;color:var(--soft);white-space:normal}tr:last-child>*{border-bottom:0}"
    "th:first-child,td:first-child,.left{text-align:left}"
    "td.wrap{white-space:normal;min-width:14rem;text-align:left}"
    "tbody th{color:inherit}"
    "svg.graph{display:block;width:100%;min-width:40rem;height:auto}"
    "svg text{fill:var(--soft);font:12px system-ui,sans-serif}"
    ".axis{stroke:var(--line)}.rest{stroke:var(--text);stroke-width:1.5}"
    ".slip{stroke:var(--slip);fill:var(--slip)}.hollow{fill:var(--panel)}"
    ".luck{stroke:var(--luck);fill:var(--panel)}"
    "line.slip{stroke-width:5}line.luck{stroke-width:2.5;stroke-dasharray:4 2.5}"
    "path.slip,circle.luck{stroke-width:2}"
    ".key{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:.5rem 0;padding:0;list-style:none}"
    ".key svg{width:28px;height:20px;vertical-align:-5px;margin-right:.4rem}"
    "dl.moves{margin:.6rem 0;display:grid;grid-template-columns:minmax(9rem,24rem) minmax(5rem,1fr) auto;gap:.25rem .8rem;"
    "align-items:center}"
    "dl.moves dt,dl.moves dd{margin:0}"
    ".bar{height:.8rem;border:1px solid var(--soft);border-radius:3px;overflow:hidden;background:var(--page)}"
    ".bar i{display:block;height:100%;background:var(--soft)}.best .bar i,.bar.best i{background:var(--good)}"
    ".bar.played i{background:repeating-linear-gradient(135deg,var(--slip) 0 4px,transparent 4px 7px)}"
    "ul{margin:.4em 0;padding-left:1.2em}.many section{border-top:3px solid var(--line);margin-top:3rem;padding-top:.6rem}"
    "@media(max-width:38rem){dl.moves{grid-template-columns:1fr auto}dl.moves dt{grid-column:1/-1}h1{font-size:1.4rem}"
    "main{padding:.7rem}article{padding:.7rem}table{font-size:.8rem}th,td{padding:.3rem .3rem}svg.graph{min-width:34rem}}"
    "@media "
    "print{:root{--page:#fff;--panel:#fff;--text:#000;--soft:#444;--line:#bbb;--slip:#b3400f;--luck:#1c5d99;--good:#2f6b3a}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}body{font-size:11pt}main{max-width:none;padding:0}"
    ".scroll{overflow:visible;border:0}svg.graph{min-width:0}article,tr,svg{break-inside:avoid}section+section{break-before:"
    "page}}";

static void head(FILE *out, const char *title, int many)
{
    fprintf(out, "<!doctype html>\n<html lang=\"%s\">\n", speech_language());
    fputs("<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>",
          out);
    escaped(out, title);
    fprintf(out, "</title>\n<style>%s</style>\n<main%s>\n", style, many ? " class=\"many\"" : "");
}

/* ---- the graph ---- */

/* What happened in a row to one seat: by slips of its own and of others, by luck, and by what is too small. */
struct change {
    double own, others, luck;
    int luck_index, slip_index; /* of the chance event and the decision, or -1 */
};

static struct change change_of(const struct ir_review_result *r, uint32_t row, int seat, uint32_t *decision, uint32_t *event)
{
    struct change c = {.luck_index = -1, .slip_index = -1};
    for (; *decision < r->decisions && r->decision[*decision].row <= row; (*decision)++) {
        const struct ir_review_decision *d = &r->decision[*decision];
        *(d->seat == seat ? &c.own : &c.others) += d->loss[seat];
        if (d->kind == IR_REVIEW_SLIP || d->kind == IR_REVIEW_RESIGN)
            c.slip_index = (int)*decision;
    }
    for (; *event < r->chances && r->chance[*event].row + r->chance[*event].rows - 1 <= row; (*event)++) {
        c.luck += r->chance[*event].luck[seat];
        c.luck_index = (int)*event;
    }
    return c;
}

enum { TOP = 24, HEIGHT = 220, LEFT = 44, RIGHT = 14, GAP = 11 };
static const double marked = 0.04; /* smaller steps have no mark */

static double y_of(double value)
{
    return TOP + HEIGHT * (1 - (value < 0 ? 0 : value > 1 ? 1 : value));
}

/* A step of the graph: slips are thick with a triangle, luck is dashed with a circle. */
static void step(FILE *out, struct reviewed *g, const struct change *c, double x, double from, double by, int luck, int own)
{
    double to = from + by, y = y_of(to);
    fprintf(out, "<g><line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", luck ? "luck" : "slip", x, x,
            y_of(from), y);
    if (fabs(by) >= marked) {
        if (luck)
            fprintf(out, "<circle class=\"luck\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>", x, y);
        else
            fprintf(out, "<path class=\"slip%s\" d=\"M%.1f %.1fl-6 %dh12z\"/>", own ? "" : " hollow", x, y, by < 0 ? -10 : 10);
        fprintf(out, "<title>%s: ", decimal(percent(by), 1, 1));
        if (luck) {
            where(out, g, g->result->chance[c->luck_index].row);
            fputs(", ", out);
            chance(out, g, &g->result->chance[c->luck_index]);
        } else {
            const struct ir_review_decision *d = &g->result->decision[c->slip_index];
            put(out, phrase("{when}, slip of {name}", "when", where_text(g, d->row), "name", g->name[d->seat]));
        }
        fputs("</title>", out);
    }
    fputs("</g>\n", out);
}

static void graph(FILE *out, struct reviewed *g, int seat, int id)
{
    const struct ir_review_result *r = g->result;
    uint32_t decision = 0, event = 0, part = 0, slots = 0;
    for (uint32_t i = 0; i < r->rows; i++) /* a place for each row in which something changed */
        slots += fabs(r->value[i + 1][seat] - r->value[i][seat]) > 5e-4;
    double gap = slots > 70 ? GAP * 70.0 / slots : GAP, x = LEFT + gap / 2, width = LEFT + RIGHT + gap * (slots ? slots : 1);
    if (width < 640)
        gap *= (640.0 - LEFT - RIGHT) / (width - LEFT - RIGHT), width = 640, x = LEFT + gap / 2;
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
    put(out, tr("Graph"));
    fprintf(out,
            "\"><svg class=\"graph\" role=\"img\" aria-labelledby=\"graph-%d-%d\" viewBox=\"0 0 %.0f %d\"><title "
            "id=\"graph-%d-%d\">",
            id, seat, width, TOP + HEIGHT + 14, id, seat);
    put(out,
        phrase("Chance of winning, {name}: from {start} to {result} %. The table \"Everything that mattered\" has the same "
               "numbers.",
               "name", g->name[seat], "start", decimal(percent(r->seat[seat].start), 0, 0), "result",
               decimal(percent(r->seat[seat].result), 0, 0)));
    fputs("</title>\n", out);
    for (int p = 0; p <= 100; p += 25)
        fprintf(out,
                "<line class=\"axis\" x1=\"%d\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%d %%</text>\n",
                LEFT, width - RIGHT, y_of(p / 100.0), y_of(p / 100.0), LEFT - 6, y_of(p / 100.0) + 4, p);
    double now = r->value[0][seat];
    for (uint32_t i = 0; i < r->rows; i++) {
        if (rounds_of(r) && part < r->parts && r->part[part] == i) {
            fprintf(out,
                    "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/><text x=\"%.1f\" y=\"%d\">%s</text>\n",
                    x - gap / 2, x - gap / 2, TOP - 8, TOP + HEIGHT, x - gap / 2 + 4, TOP - 9,
                    part ? number(part + 1) : phrase("round {n}", "n", "1"));
            part++;
        }
        struct change c = change_of(r, i, seat, &decision, &event);
        double next = r->value[i + 1][seat], at = now;
        if (fabs(next - now) <= 5e-4)
            continue;
        double slip = c.own + c.others;
        if (fabs(slip) > 5e-4)
            step(out, g, &c, x, at, slip, 0, fabs(c.own) > fabs(c.others)), at += slip;
        if (fabs(c.luck) > 5e-4)
            step(out, g, &c, x, at, c.luck, 1, 0), at += c.luck;
        fprintf(out, "<path class=\"rest\" fill=\"none\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n", x, y_of(at), y_of(next), x + gap);
        now = next;
        x += gap;
    }
    fputs("</svg></div>\n", out);
}

static void key(FILE *out)
{
    fputs("<ul class=\"key\"><li><svg viewBox=\"0 0 28 20\" aria-hidden=\"true\"><line class=\"slip\" x1=\"14\" x2=\"14\" "
          "y1=\"1\" "
          "y2=\"12\"/><path class=\"slip\" d=\"M14 18l-6 -9h12z\"/></svg>",
          out);
    put(out, tr("own slip"));
    fputs("</li><li><svg viewBox=\"0 0 28 20\" aria-hidden=\"true\"><line class=\"slip\" x1=\"14\" x2=\"14\" y1=\"8\" "
          "y2=\"19\"/><path class=\"slip hollow\" d=\"M14 2l-6 9h12z\"/></svg>",
          out);
    put(out, tr("slip of another player"));
    fputs("</li><li><svg viewBox=\"0 0 28 20\" aria-hidden=\"true\"><line class=\"luck\" x1=\"14\" x2=\"14\" y1=\"0\" "
          "y2=\"20\"/><circle class=\"luck\" cx=\"14\" cy=\"10\" r=\"5\"/></svg>",
          out);
    put(out, tr("luck: cards, dice, hidden hands"));
    fputs("</li></ul>\n", out);
}

/* ---- tables ---- */

static void sums(FILE *out, const struct reviewed *g, int only)
{
    const struct ir_review_result *r = g->result;
    fputs("<div class=\"scroll\"><table><thead><tr>", out);
    HEADS(out, tr("Chances of winning, in %"), tr("start"), tr("own slips"), tr("luck"), tr("slips of others"), tr("rest"),
          tr("result"), tr("accuracy"));
    fputs("</tr></thead><tbody>\n", out);
    for (int i = 0; i < r->seats; i++) {
        const struct ir_review_seat *s = &r->seat[i];
        if (only >= 0 && only != i)
            continue;
        fputs("<tr><th scope=\"row\">", out);
        escaped(out, g->name[i]);
        fprintf(out, "</th><td>%s</td>", decimal(percent(s->start), 1, 0));
        cell(out, s->own), cell(out, s->luck), cell(out, s->others), cell(out, s->rest);
        fprintf(out, "<td>%s</td><td>%s</td></tr>\n", decimal(percent(s->result), 1, 0), decimal(s->accuracy, 1, 0));
    }
    fputs("</tbody></table></div>\n", out);
    for (int i = 0; i < r->seats; i++) {
        struct sentence s;
        if (only >= 0 && only != i)
            continue;
        if (like_print(sentence_begin(&s), g, i)) {
            fputs("<p>", out);
            sentence_end(&s, out);
            fputs("</p>\n", out);
        } else {
            sentence_end(&s, out);
        }
    }
}

static void rounds(FILE *out, const struct reviewed *g, int seat)
{
    const struct ir_review_result *r = g->result;
    if (!rounds_of(r))
        return;
    fputs("<h2>", out);
    put(out, phrase("Round by round, for {name}", "name", g->name[seat]));
    fputs("</h2>\n<div class=\"scroll\"><table><thead><tr>", out);
    HEADS(out, tr("Round"), tr("before"), tr("own slips"), tr("luck"), tr("slips of others"), tr("after"));
    fputs("</tr></thead><tbody>\n", out);
    for (uint32_t p = 0; p < r->parts; p++) {
        struct round_sum sum = round_sum(r, p, seat);
        fprintf(out, "<tr><th scope=\"row\">%u</th><td>%s</td>", p + 1, decimal(percent(sum.before), 1, 0));
        cell(out, sum.own), cell(out, sum.luck), cell(out, sum.others);
        fprintf(out, "<td>%s</td></tr>\n", decimal(percent(sum.after), 1, 0));
    }
    fputs("</tbody></table></div>\n", out);
}

/* Slips and strokes of luck in their order, as far as they moved a chance by half a percent: what the graph shows. */
static void everything(FILE *out, struct reviewed *g, int only)
{
    const struct ir_review_result *r = g->result;
    fputs("<h2>", out);
    put(out, tr("Everything that mattered"));
    fprintf(
        out,
        "</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">%s</th><th scope=\"col\" class=\"left\">%s</th><th "
        "scope=\"col\" class=\"left\">%s</th>",
        tr("when"), tr("kind"), tr("what"));
    for (int k = 0; k < r->seats; k++)
        if (only < 0 || only == k) {
            fputs("<th scope=\"col\">", out);
            escaped(out, g->name[k]);
            fputs("</th>", out);
        }
    fputs("</tr></thead><tbody>\n", out);
    for (uint32_t i = 0, k = 0; i < r->decisions || k < r->chances;) {
        int luck = i == r->decisions || (k < r->chances && r->chance[k].row < r->decision[i].row);
        const struct ir_review_chance *c = luck ? &r->chance[k++] : NULL;
        const struct ir_review_decision *d = luck ? NULL : &r->decision[i++];
        const double *by = luck ? c->luck : d->loss;
        double most = 0;
        for (int s = 0; s < r->seats; s++)
            most = (only < 0 || only == s) && fabs(by[s]) > most ? fabs(by[s]) : most;
        if (most < 0.005)
            continue;
        fputs("<tr><th scope=\"row\">", out);
        where(out, g, luck ? c->row : d->row);
        fprintf(out, "</th><td class=\"left\">%s</td><td class=\"wrap\">", luck ? tr("luck") : tr("slip"));
        if (luck) {
            chance(out, g, c);
        } else {
            put(out, d->played == IR_NO_MOVE
                         ? phrase("{name} resigned.", "name", g->name[d->seat])
                         : phrase("{name}: {move}", "name", g->name[d->seat], "move", choice_text(g, d->row, d->played)));
        }
        fputs("</td>", out);
        for (int s = 0; s < r->seats; s++)
            if (only < 0 || only == s)
                cell(out, by[s]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* ---- slips and luck ---- */

static void bar(FILE *out, struct reviewed *g, const struct ir_review_decision *d, const struct ir_review_move *m)
{
    const char *mark = m->move == d->best ? "best" : m->move == d->played ? "played" : "";
    fputs("<dt>", out);
    choice(out, g, d->row, m->move);
    if (*mark)
        fprintf(out, " <b>(%s)</b>", m->move == d->best ? tr("better") : tr("played"));
    fprintf(out, "</dt><dd class=\"bar %s\" aria-hidden=\"true\"><i style=\"width:%.1f%%\"></i></dd><dd>%s %%", mark,
            percent(m->value), decimal(percent(m->value), 1, 0));
    if (m->judged && m->move != d->played)
        fprintf(out, " <span class=\"soft\">&plusmn; %s</span>", decimal(percent(2 * m->error), 1, 0));
    fputs("</dd>\n", out);
}

static void slip(FILE *out, struct reviewed *g, const struct ir_review_decision *d)
{
    const struct ir_review_result *r = g->result;
    int shown = 0;
    fputs("<article><h3>", out);
    escaped(out, g->name[d->seat]);
    fputs(", ", out);
    where(out, g, d->row);
    fprintf(out, ": %s %% &plusmn; %s</h3>\n<dl class=\"moves\">\n", decimal(percent(d->loss[d->seat]), 1, 0),
            decimal(percent(2 * d->error), 1, 0));
    for (int i = 0; i < d->moves; i++) { /* those judged come first, and only they can be compared */
        const struct ir_review_move *m = &r->move[d->move + (uint32_t)i];
        if (m->judged || m->move == d->best || m->move == d->played || (m->samples && shown < 5))
            bar(out, g, d, m), shown++;
    }
    fputs("</dl>\n", out);
    if (d->facts)
        fputs("<ul>\n", out);
    for (int k = 0; k < d->facts; k++) {
        struct sentence s;
        fputs("<li>", out);
        words_fact(sentence_begin(&s), r->game, &d->fact[k], d->seat, IR_SPECTATOR, g->name);
        sentence_end(&s, out);
        fputs("</li>\n", out);
    }
    fputs(d->facts ? "</ul></article>\n" : "</article>\n", out);
}

static void slips(FILE *out, struct reviewed *g, int only)
{
    enum { MOST = 10 };
    uint32_t shown[MOST], all = slips_find(g->result, only, shown, MOST);
    fputs("<h2>", out);
    if (!all) {
        fprintf(out, "%s</h2>\n<p>%s</p>\n", tr("Slips"), tr("No move was a slip beyond doubt."));
        return;
    }
    put(out, all > MOST ? phrase("The most expensive slips: {n} of {all}", "n", number(MOST), "all", number(all))
                        : tr("Slips, the most expensive first"));
    fputs("</h2>\n<p class=\"soft\">", out);
    put(out,
        tr("In percent of winning, with twice the standard error. Bars are chances of winning as the player could judge them; "
           "those with an error were judged again in fresh worlds."));
    fputs("</p>\n", out);
    for (uint32_t i = 0; i < all && i < MOST; i++)
        slip(out, g, &g->result->decision[shown[i]]);
}

static void luck_item(FILE *out, struct reviewed *g, int seat, int32_t index)
{
    if (index < 0 || !chance_matters(&g->result->chance[index], seat))
        return;
    const struct ir_review_chance *c = &g->result->chance[index];
    fprintf(out, "<li>%s %% &plusmn; %s, ", decimal(percent(c->luck[seat]), 1, 1), decimal(percent(2 * c->error[seat]), 1, 0));
    escaped(out, g->name[seat]);
    fputs(", ", out);
    where(out, g, c->row);
    fputs(": ", out);
    chance(out, g, c);
    fputs("</li>\n", out);
}

/* ---- games ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

struct html *html_begin(int games, int seat)
{
    struct html *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->games = games;
    h->seat = seat;
    h->overview = open_memstream(&h->overview_text, &h->overview_size);
    h->body = open_memstream(&h->body_text, &h->body_size);
    if (h->overview && h->body)
        return h;
    free(h);
    return NULL;
}

static void overview_row(struct html *h, struct reviewed *g, int seat)
{
    const struct ir_review_seat *s = &g->result->seat[seat];
    struct sentence text;
    fprintf(h->overview, "<tr><th scope=\"row\"><a href=\"#game-%d\">", h->n);
    escaped(h->overview, base_name(g->path));
    fputs("</a></th><td class=\"left\">", h->overview);
    escaped(h->overview, g->name[seat]);
    fputs("</td><td class=\"wrap\">", h->overview);
    outcome_print(sentence_begin(&text), g);
    sentence_end(&text, h->overview);
    fprintf(h->overview, "</td><td>%s</td>", decimal(percent(s->start), 1, 0));
    cell(h->overview, s->own), cell(h->overview, s->luck), cell(h->overview, s->others), cell(h->overview, s->rest);
    fprintf(h->overview, "<td>%s</td><td>%s</td></tr>\n", decimal(percent(s->result), 1, 0), decimal(s->accuracy, 1, 0));
}

void html_game(struct html *h, struct reviewed *g, int seat)
{
    const struct ir_review_result *r = g->result;
    FILE *out = h->body;
    struct sentence s;
    h->n++;
    if (h->games > 1)
        overview_row(h, g, seat < 0 ? 0 : seat);
    fprintf(out, "<section id=\"game-%d\">\n<p class=\"soft\">", h->n);
    put(out, phrase_n("{file}: {game}, {n} player", "{file}: {game}, {n} players", r->seats, "file", base_name(g->path), "game",
                      words_title(r->game)));
    fputs("</p>\n<h1>", out);
    outcome_print(sentence_begin(&s), g);
    sentence_end(&s, out);
    fputs("</h1>\n", out);
    FILE *text = sentence_begin(&s);
    summary_print(text, g);
    fclose(text);
    int lines = 0;
    for (char *line = s.text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (lines++) { /* the first one is the heading */
            fputs("<p>", out);
            escaped_n(out, line, strcspn(line, "\n"));
            fputs("</p>\n", out);
        }
    free(s.text);
    sums(out, g, seat);
    for (int i = 0; i < r->seats; i++)
        if (seat < 0 ? r->seats > 2 || i == 0 : i == seat) { /* of two, one's chance is what the other's lacks */
            fputs("<h2>", out);
            put(out, phrase("The chance of {name}", "name", g->name[i]));
            fputs("</h2>\n", out);
            graph(out, g, i, h->n);
            if (i == 0 || seat >= 0)
                key(out);
        }
    rounds(out, g, seat < 0 ? 0 : seat);
    slips(out, g, seat);
    fprintf(out, "<h2>%s</h2>\n<ul>\n", tr("Luckiest and unluckiest"));
    for (int i = 0; i < r->seats; i++)
        if (seat < 0 ? r->seats > 2 || i == 0 : i == seat) {
            luck_item(out, g, i, r->seat[i].lucky);
            luck_item(out, g, i, r->seat[i].unlucky);
        }
    fputs("</ul>\n", out);
    everything(out, g, seat);
    fputs("</section>\n", out);
}

static void totals(FILE *out, const struct total *t)
{
    double n = t->games;
    fprintf(out, "<tr><th scope=\"row\">%s</th><td></td><td></td><td>%s</td>", tr("mean"),
            decimal(percent(t->start / n), 1, 0));
    cell(out, t->own / n), cell(out, t->luck / n), cell(out, t->others / n), cell(out, t->rest / n);
    fprintf(out, "<td>%s</td><td>%s</td></tr>\n</tbody></table></div>\n<p>", decimal(percent(t->result / n), 1, 0),
            decimal(t->accuracy / n, 1, 0));
    put(out, phrase_n("Luck so far: {luck} wins in {n} game.", "Luck so far: {luck} wins in {n} games.", t->games, "luck",
                      decimal(t->luck, 2, 1)));
    fprintf(out, "</p>\n<h2>%s</h2>\n<div class=\"scroll\"><table><thead><tr>", tr("Slips by kind of move"));
    HEADS(out, tr("kind"), tr("choices"), tr("slips"), tr("lost in all, in %"), tr("a choice"));
    fputs("</tr></thead><tbody>\n", out);
    for (int i = 0; i < t->kinds.n; i++) {
        fputs("<tr><th scope=\"row\">", out);
        escaped(out, t->kinds.of[i].word);
        fprintf(out, "</th><td>%u</td><td>%u</td><td>%s</td><td>%s</td></tr>\n", t->kinds.of[i].choices, t->kinds.of[i].slips,
                decimal(percent(t->kinds.of[i].loss), 1, 0), decimal(100 * t->kinds.of[i].loss / t->kinds.of[i].choices, 2, 0));
    }
    fputs("</tbody></table></div>\n", out);
}

int html_end(struct html *h, const struct total *t)
{
    fclose(h->overview);
    fclose(h->body);
    int bad = 0;
    if (h->n) { /* otherwise a sentence said why there is none */
        const char *title = h->n > 1 ? phrase("Reviewed games: {n}", "n", number(h->n)) : tr("A reviewed game");
        head(stdout, title, h->games > 1);
        if (h->games > 1) {
            printf("<h1>%s</h1>\n<div class=\"scroll\"><table><thead><tr>", title);
            HEADS(stdout, tr("game"), tr("player"), tr("outcome"), tr("start"), tr("own slips"), tr("luck"),
                  tr("slips of others"), tr("rest"), tr("result"), tr("accuracy"));
            printf("</tr></thead><tbody>\n%s", h->overview_text);
            totals(stdout, t);
        }
        fputs(h->body_text, stdout);
        fputs("<p class=\"soft\">", stdout);
        put(stdout,
            tr("Made by irori review. All numbers are chances of winning: result = start + own slips + luck + slips of others "
               "+ rest. Rest is what is too small to be called a slip."));
        puts("</p>\n</main>\n</html>");
        bad = ferror(stdout) || fflush(stdout) ? 1 : 0;
        if (bad)
            complain("review", "the page could not be written");
    }
    free(h->overview_text);
    free(h->body_text);
    free(h);
    return bad;
}
