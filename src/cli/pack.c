/* pack.c: see pack.h. */
#include "pack.h"
#include "irori_rating.h"

#include <math.h>

#include "core/banned.h"

enum { PACK_MAX = 16 << 20 };

/* ---- ratings ---- */

void puzzle_rate(struct puzzle *p, const struct ir_game *g, int seats)
{
    const struct ir_rating *level[PACK_LEVELS];
    struct ir_rating prior;
    int known = 0;
    ir_rating_start(&prior);
    p->rating = p->error = 0;
    for (int i = 0; i < p->levels; i++) {
        const struct ir_bot *bot = ir_bot_level(g, i);
        level[i] = bot ? ir_rating_bot(g, seats, bot->name) : NULL;
        known += level[i] != NULL;
    }
    if (!known)
        return;
    double x = prior.at, information = 0;
    for (int step = 0; step < 50; step++) { /* Newton's method; the function is concave */
        double slope = (prior.at - x) / (prior.error * prior.error), unit = log(10) / 400;
        information = 1 / (prior.error * prior.error);
        for (int i = 0; i < p->levels; i++) {
            if (!level[i])
                continue;
            double solves = 1 / (1 + pow(10, (x - level[i]->at) / 400));
            slope += unit * (p->tries * solves - p->solved[i]);
            information += unit * unit * p->tries * solves * (1 - solves);
        }
        x += slope / information;
    }
    p->rating = x;
    p->error = 1 / sqrt(information);
}

/* ---- writing ---- */

void pack_head(FILE *out, const struct ir_game *g, int64_t nodes)
{
    fprintf(out, "irori puzzles 1\ngame %s %d\nnodes %lld\nlevels", g->name, g->rules_rev, (long long)nodes);
    for (int i = 0; i < PACK_LEVELS && ir_bot_level(g, i); i++)
        fprintf(out, " %s", ir_bot_level(g, i)->name);
    fputc('\n', out);
}

void pack_record(FILE *out, const struct ir_replay *replay, uint32_t row)
{
    char text[8 * IR_LINE_MAX], options[IR_OPTIONS_TEXT], why[IR_WHY_MAX];
    struct ir_record r;
    struct ir_text t;
    const struct ir_record *from = &replay->record;
    ir_text_start(&t, options, sizeof options);
    ir_options_print(from->game, ir_options(&from->state), &t);
    if (ir_record_begin(&r, from->game, ir_seats(&from->state), options, NULL, why))
        return;
    for (int i = 0; i < ir_seats(&from->state); i++) /* people stay unnamed */
        if (strncmp(from->name[i], "bot:", 4) == 0)
            snprintf(r.name[i], sizeof r.name[i], "%s", from->name[i]);
    ir_text_start(&t, text, sizeof text);
    ir_record_print_header(&r, &t);
    fprintf(out, "\n%s", text);
    for (uint32_t i = 0; i <= row; i++) {
        ir_record_row(&r, replay->row[i].actor, replay->row[i].move, NULL, why);
        ir_text_start(&t, text, sizeof text);
        ir_record_print_row(&r, &replay->row[i], &t);
        fputs(text, out);
    }
    ir_text_start(&t, text, sizeof text);
    ir_record_print_end(&r, &t);
    fputs(text, out);
}

void pack_puzzle(FILE *out, const struct ir_game *g, const struct puzzle *p)
{
    fprintf(out, "\npuzzle %08x %u %u %d\nmargin %.4f %.4f\nrating %.0f %.0f\nsolved %d", (unsigned)p->id, (unsigned)p->row,
            (unsigned)p->step, p->seat, p->margin, p->doubt, p->rating, p->error, p->tries);
    for (int i = 0; i < p->levels; i++)
        fprintf(out, " %d", p->solved[i]);
    fputc('\n', out);
    if (p->added)
        fprintf(out, "added %04d-%02d\n", p->added / 12, p->added % 12 + 1);
    for (int i = 0; i < p->moves; i++) {
        char move[IR_TEXT_MAX];
        ir_move_text(g, p->move[i].move, move);
        fprintf(out, "%.3f %s\n", p->move[i].value, move);
    }
}

/* ---- reading ---- */

static int wrong(struct pack *p, const char *what)
{
    snprintf(p->why, sizeof p->why, "%.400s:%d: %s", p->path, p->line ? p->line : 1, what);
    if (p->command)
        complain(p->command, "%s", p->why);
    return -1;
}

/* The next line, cut off; NULL at the end. */
static char *line_next(struct pack *p)
{
    char *line = p->at;
    if (!*line)
        return NULL;
    size_t n = strcspn(line, "\n");
    p->at = line + n + (line[n] == '\n');
    line[n] = 0;
    p->line++;
    return line;
}

int pack_open(struct pack *p, const char *command, const char *path)
{
    char *text = file_read(command, path, PACK_MAX);
    if (text)
        return pack_begin(p, command, path, text);
    *p = (struct pack){.command = command};
    return 1;
}

int pack_begin(struct pack *p, const char *command, const char *path, char *text)
{
    char name[64] = "";
    int rules = 0;
    long long nodes = 0;
    *p = (struct pack){.command = command, .path = path, .text = text, .at = text};
    const char *line = line_next(p);
    if (!line || strcmp(line, "irori puzzles 1") != 0)
        return wrong(p, "this is not a pack of puzzles: the first line must be 'irori puzzles 1'") != 0;
    line = line_next(p);
    if (!line || sscanf(line, "game %63s %d", name, &rules) != 2 || !(p->game = ir_game_find(name)))
        return wrong(p, "'game NAME RULES' of a game there is must be here") != 0;
    if (rules != p->game->rules_rev)
        return wrong(p, "the rules of this game have changed since; make the puzzles again") != 0;
    line = line_next(p);
    if (!line || sscanf(line, "nodes %lld", &nodes) != 1)
        return wrong(p, "'nodes N' must be here") != 0;
    p->nodes = nodes;
    line = line_next(p);
    if (!line || strncmp(line, "levels", 6) != 0)
        return wrong(p, "'levels NAME...' must be here") != 0;
    return 0;
}

/* A record ends with an empty line. */
static int record_read(struct pack *p)
{
    char why[IR_WHY_MAX];
    char *end = strstr(p->at, "\n\n");
    if (!end)
        return wrong(p, "a record without a puzzle");
    end[1] = 0;
    record_free(&p->loaded);
    memset(&p->loaded, 0, sizeof p->loaded);
    int bad = record_open(&p->loaded, p->at, why);
    if (bad)
        return wrong(p, refusal(why));
    for (const char *c = p->at; *c; c++)
        p->line += *c == '\n';
    p->line++;
    p->at = end + 2;
    p->fresh = 1;
    return 0;
}

static int move_read(struct pack *p, struct puzzle *z, const char *line)
{
    char *text;
    double value = strtod(line, &text);
    int move = *text == ' ' ? p->game->move_parse(text + 1) : -1;
    if (move < 0 || z->moves == IR_REVIEW_MOVES || !(value >= 0 && value <= 1))
        return wrong(p, "not a chance from 0 to 1 and a move of this game");
    z->move[z->moves++] = (struct ir_review_move){.move = (ir_move)move, .value = value};
    return 0;
}

static int solved_read(struct puzzle *z, const char *line)
{
    char *at;
    if (!line || strncmp(line, "solved ", 7) != 0)
        return 0;
    z->tries = (int)strtol(line + 7, &at, 10);
    while (*at == ' ' && z->levels < PACK_LEVELS)
        z->solved[z->levels++] = (int)strtol(at + 1, &at, 10);
    return *at == 0;
}

static int added_read(struct puzzle *z, const char *line)
{
    int year = 0, month = 0, n = 0;
    if (sscanf(line, "added %4d-%2d%n", &year, &month, &n) != 2 || n != 13 || line[n] || year < 1 || month < 1 || month > 12)
        return 0;
    z->added = 12 * year + month - 1;
    return 1;
}

/* Whether the page can show it. */
static int possible(struct ir_replay *r, const struct puzzle *z)
{
    struct ir_view view;
    ir_move legal[IR_MOVES_MAX];
    if (z->step > r->steps || r->step[z->step] != z->row)
        return 0;
    ir_replay_seek(r, z->row);
    ir_replay_view(r, z->seat, &view);
    int n = r->record.game->legal(&view, legal), found = 0;
    for (int i = 0; i < z->moves; i++)
        for (int k = 0; k < n; k++)
            found += legal[k] == z->move[i].move;
    return found == z->moves;
}

int pack_next(struct pack *p, struct puzzle *z)
{
    unsigned id, row, step;
    p->fresh = 0;
    memset(z, 0, sizeof *z);
    while (*p->at == '\n')
        line_next(p);
    if (!*p->at)
        return 0;
    if (strncmp(p->at, "irori record", 12) == 0 && record_read(p))
        return -1;
    const char *line = line_next(p);
    if (!line || sscanf(line, "puzzle %8x %u %u %d", &id, &row, &step, &z->seat) != 4)
        return wrong(p, "'puzzle ID ROW STEP SEAT' must be here");
    if (!p->loaded.memory || row >= p->loaded.replay.rows || p->loaded.replay.row[row].actor != z->seat)
        return wrong(p, "in the record before it this seat does not move there");
    z->id = id;
    z->row = row;
    z->step = step;
    line = line_next(p);
    if (!line || sscanf(line, "margin %lf %lf", &z->margin, &z->doubt) != 2)
        return wrong(p, "'margin M DOUBT' must be here");
    line = line_next(p);
    if (!line || sscanf(line, "rating %lf %lf", &z->rating, &z->error) != 2 || !(z->rating >= 0 && z->error >= 0))
        return wrong(p, "'rating R ERROR' must be here");
    if (!solved_read(z, line_next(p)))
        return wrong(p, "'solved TRIES N...' must be here");
    if (strncmp(p->at, "added ", 6) == 0 && !added_read(z, line_next(p)))
        return wrong(p, "'added YEAR-MONTH' must be here");
    while (*p->at && *p->at != '\n')
        if (move_read(p, z, line_next(p)))
            return -1;
    if (z->moves < 2)
        return wrong(p, "a puzzle needs two moves at least");
    return possible(&p->loaded.replay, z) ? 1
                                          : wrong(p, "in the record before it this is another step, or a move is not possible");
}

void pack_close(struct pack *p)
{
    record_free(&p->loaded);
    free(p->text);
}
