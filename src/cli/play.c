/* play.c: `irori play`: a game in plain lines on standard input and output, usable with a screen reader. One or more people
 * at the same terminal, bots in the other seats. The game is its rows; saving, resuming and undoing are folds of them.
 *
 * Cards come from the keyed dealer. A saved game reveals the secret of what was dealt so far, and goes on with a new one: so
 * the file never holds what is yet to come, and every card can be checked afterwards. */
#include "player.h"
#include "screen.h"
#include "words.h"

#include <ctype.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>

enum { SEGMENTS_MAX = 1000 };

struct segment {
    size_t row; /* rows before it */
    uint8_t secret[32], known;
};
struct session {
    struct setup setup;
    struct ir_record record; /* the fold of all rows */
    struct ir_row *row;
    size_t n, room;
    struct segment *segment;
    int segments;
    struct ir_dealer_keyed dealer;
    struct player *bot[IR_SEATS_MAX]; /* NULL: a person */
    char name[IR_SEATS_MAX][IR_NAME_MAX];
    const char *called[IR_SEATS_MAX]; /* the same, as words want it */
    int people, viewer, shown;        /* viewer: the only person's seat, or -1; shown: whose hand was on the screen last */
    const struct words *words;
    const char *path; /* --record */
};
enum outcome { GO_ON, LEAVE };

/* ---- the log ---- */

static void row_push(struct session *s, int actor, ir_move m)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 256;
        s->row = realloc(s->row, s->room * sizeof *s->row);
        if (!s->row) {
            fputs("irori: out of memory\n", stderr);
            exit(1);
        }
    }
    s->row[s->n++] = (struct ir_row){(int8_t)actor, m};
}

static void segment_begin(struct session *s, const uint8_t secret[32])
{
    uint8_t key[32];
    struct segment *g = &s->segment[s->segments++];
    g->row = s->n;
    g->known = 1;
    memcpy(g->secret, secret, 32);
    ir_commit(s->record.commit, secret);
    ir_record_key(&s->record, secret, key);
    ir_dealer_keyed(&s->dealer, key, s->record.chances);
}

/* Folds the first n rows anew into r, writing their lines to out (NULL: just fold). */
static void fold(const struct session *s, size_t n, struct ir_record *r, FILE *out)
{
    char text[8192], why[IR_WHY_MAX];
    struct ir_text t;
    struct ir_record fresh;
    ir_record_begin(&fresh, s->setup.game, s->setup.seats, s->setup.options, s->setup.deck, why);
    memcpy(fresh.match, s->record.match, sizeof fresh.match);
    memcpy(fresh.name, s->record.name, sizeof fresh.name);
    memcpy(fresh.salt, s->record.salt, sizeof fresh.salt);
    ir_text_start(&t, text, sizeof text);
    ir_record_print_header(&fresh, &t);
    int at = 0;
    for (size_t i = 0; i <= n; i++) {
        while (at < s->segments && s->segment[at].row == i && (i < n || at == 0)) {
            if (at > 0 && s->segment[at - 1].known) {
                memcpy(fresh.secret, s->segment[at - 1].secret, 32);
                ir_record_print_secret(&fresh, &t);
            }
            ir_commit(fresh.commit, s->segment[at++].secret);
            ir_record_print_commit(&fresh, &t);
        }
        if (out)
            fputs(text, out);
        ir_text_start(&t, text, sizeof text);
        if (i == n)
            break;
        ir_record_row(&fresh, s->row[i].actor, s->row[i].move, NULL, why);
        ir_record_print_row(&fresh, &s->row[i], &t);
    }
    if (at > 0 && s->segment[at - 1].known) {
        memcpy(fresh.secret, s->segment[at - 1].secret, 32);
        ir_record_print_secret(&fresh, &t);
    }
    ir_record_print_end(&fresh, &t);
    if (out)
        fputs(text, out);
    *r = fresh;
}

/* What bots have noted of all rows. */
static void notes_take(const struct session *s, struct ir_notes *notes)
{
    const struct ir_game *g = s->setup.game;
    struct ir_state now, before;
    char why[IR_WHY_MAX];
    *notes = (struct ir_notes){{0}};
    ir_start(g, &now, s->setup.seats, s->setup.options, s->setup.deck, why);
    for (size_t i = 0; i < s->n; i++) {
        before = now;
        g->apply(&now, s->row[i].move, NULL);
        ir_note(g, notes, &before, &now);
    }
}

static int save(struct session *s, const char *path)
{
    struct ir_record r;
    FILE *f = fopen(path, "wb");
    if (!f)
        return complain("play", "%s: %s; the game goes on, try another file with: save FILE", path, strerror(errno));
    fold(s, s->n, &r, f);
    int bad = ferror(f) | fflush(f);
    bad |= fclose(f);
    return bad ? complain("play", "%s: could not be written whole (is the disk full?)", path) : 0;
}

/* ---- what people read ---- */

static void say(struct session *s, const struct ir_events *all)
{
    struct ir_events ev;
    char *text;
    size_t n;
    FILE *out = paper(&text, &n);
    ir_events_see(all, s->viewer, &ev);
    for (int i = 0; i < ev.n; i++)
        s->words->event(out, &ev.e[i], s->viewer, s->called);
    paper_show(out, &text);
}

/* Bots are told what they may know, too. */
static void bots_tell(struct session *s, const struct ir_events *all)
{
    for (int i = 0; i < s->setup.seats; i++) {
        struct ir_view after;
        struct ir_events seen;
        if (!s->bot[i] || !player_listens(s->bot[i]))
            continue;
        ir_view(s->setup.game, &s->record.state, i, &after);
        ir_events_see(all, i, &seen);
        player_told(s->bot[i], &after, &seen);
    }
}

static void move_apply(struct session *s, int actor, ir_move m)
{
    struct ir_events ev;
    char why[IR_WHY_MAX];
    if (ir_record_row(&s->record, actor, m, &ev, why)) {
        fprintf(stderr, "irori play: %s. This is a mistake in the program.\n", why);
        exit(1);
    }
    row_push(s, actor, m);
    bots_tell(s, &ev);
    say(s, &ev);
}

static void choices(FILE *out, const struct session *s, const struct ir_view *v, const ir_move *legal, int n)
{
    for (int i = 0; i < n; i++) {
        char text[IR_TEXT_MAX], *line;
        size_t size;
        struct ir_text t;
        FILE *words = paper(&line, &size);
        ir_text_start(&t, text, sizeof text);
        s->setup.game->move_print(legal[i], &t);
        int listed = s->words->choice(words, v, legal[i], s->called);
        fclose(words);
        if (listed)
            fprintf(out, "  %2d  %s\n", i + 1, s->words->game ? line : text);
        free(line);
    }
}

static const char help[] = "Answer with a number of the list, or with the card itself.\n"
                           "  table       show the table again\n"
                           "  rules       show the rule that applies now (rules all: every rule; rules KK5: one section)\n"
                           "  undo        take back the last move, where nothing new was turned up since\n"
                           "  save FILE   keep the game in a file and go on\n"
                           "  quit        keep the game in a file and leave\n";

static void undo(struct session *s)
{
    size_t last = s->n;
    if (last == 0 || s->row[last - 1].actor == IR_CHANCE || s->bot[s->row[last - 1].actor]) {
        puts(
            "That cannot be taken back: since your last move a card or die was turned up, and what was seen cannot be unseen.");
        return;
    }
    struct ir_record r;
    fold(s, last - 1, &r, NULL);
    memcpy(r.commit, s->record.commit, sizeof r.commit);
    s->record = r;
    s->n = last - 1;
    printf("%s takes back the last move.\n", s->called[ir_turn(&r.state)]);
}

static void default_path(const struct session *s, char out[64])
{
    time_t now = time(NULL);
    struct tm tm;
    localtime_r(&now, &tm);
    char when[32];
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &tm);
    snprintf(out, 64, "%s-%s.irori", s->setup.game->name, when);
}

static enum outcome quit(struct session *s)
{
    char path[64];
    default_path(s, path);
    const char *to = s->path ? s->path : path;
    if (save(s, to) && (to == path || save(s, to = path)))
        puts("The game could not be saved.");
    else
        printf("The game is saved. To go on: irori play --resume %s\n", to);
    return LEAVE;
}

static void rule(struct session *s, const struct ir_view *v, const char *which)
{
    const char *now = NULL;
    char *text;
    size_t n;
    FILE *out = paper(&text, &n);
    s->words->explain(v, &now);
    if (strcmp(which, "all") == 0)
        rules_print(out, s->setup.game, NULL);
    else if (!rules_print(out, s->setup.game, *which ? which : now))
        fprintf(out, "There is no rule %s; 'rules all' shows every one.\n", *which ? which : "for this");
    paper_show(out, &text);
}

static int screens_away(struct session *s, int seat)
{
    char line[ASK_MAX];
    if (s->people < 2 || s->shown == seat)
        return 1;
    if (s->shown >= 0)
        for (int i = 0; i < 60; i++) /* the last player's hand scrolls away; no cursor tricks */
            putchar('\n');
    printf("Pass the screen to %s, then press Enter.\n", s->called[seat]);
    s->shown = seat;
    return ask(line);
}

static ir_move chosen(struct session *s, const struct ir_view *v, const char *line, const ir_move *legal, int n)
{
    char *end, lower[256];
    long k = strtol(line, &end, 10);
    size_t i = 0;
    if (end != line && !*end)
        return k >= 1 && k <= n ? legal[k - 1] : IR_NO_MOVE;
    for (; line[i]; i++)
        lower[i] = (char)tolower((unsigned char)line[i]);
    lower[i] = 0;
    int move = s->setup.game->move_parse(lower);
    for (int j = 0; j < n; j++)
        if (legal[j] == move)
            return legal[j];
    return s->words->answer(v, lower, legal, n);
}

static void show(struct session *s, const struct ir_view *v, const ir_move *legal, int n)
{
    char *text;
    size_t size;
    FILE *out = paper(&text, &size);
    fputc('\n', out);
    if (s->words->game)
        s->words->table(out, v, s->called);
    fprintf(out, "\n%s%s", s->people > 1 ? s->called[v->seat] : "", s->people > 1 ? ": " : "");
    s->words->question(out, v, s->called);
    fputc('\n', out);
    choices(out, s, v, legal, n);
    paper_show(out, &text);
}

/* One decision of a person: answers questions until it is made. */
static enum outcome decide(struct session *s, int seat)
{
    struct ir_view v;
    ir_move legal[IR_MOVES_MAX];
    char line[ASK_MAX];
    const char *now;
    ir_view(s->setup.game, &s->record.state, seat, &v);
    int n = s->setup.game->legal(&v, legal);
    if (s->people == 1 && s->words->automatic && s->words->automatic(&v, legal, n)) {
        move_apply(s, seat, legal[0]);
        return GO_ON;
    }
    if (!screens_away(s, seat))
        return quit(s);
    show(s, &v, legal, n);
    for (;;) {
        fputs("> ", stdout);
        if (!ask(line)) {
            putchar('\n');
            return quit(s);
        }
        if (!*line)
            continue;
        if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0 || strcmp(line, "exit") == 0)
            return quit(s);
        if (strcmp(line, "?") == 0 || strcmp(line, "help") == 0) {
            print_wrapped(s->words->explain(&v, &now));
            fputs("\n\n", stdout);
            print_wrapped(help);
        } else if (strcmp(line, "table") == 0) {
            show(s, &v, legal, n);
        } else if (strncmp(line, "rules", 5) == 0 && (line[5] == ' ' || !line[5])) {
            rule(s, &v, line + 5 + strspn(line + 5, " "));
        } else if (strncmp(line, "save ", 5) == 0) {
            if (!save(s, line + 5))
                printf("Kept in %s.\n", line + 5);
        } else if (strcmp(line, "undo") == 0) {
            size_t before = s->n;
            undo(s);
            if (s->n < before)
                return GO_ON;
        } else {
            ir_move m = chosen(s, &v, line, legal, n);
            if (m != IR_NO_MOVE && m != IR_SEVERAL) {
                move_apply(s, seat, m);
                return GO_ON;
            }
            if (m == IR_SEVERAL)
                printf("'%.40s' can take one of two cards: say which, or use the number of the list.\n", line);
            else
                printf("'%.40s' is none of the choices. A number from 1 to %d is; ? explains.\n", line, n);
        }
    }
}

/* ---- a whole game ---- */

static void result(const struct session *s)
{
    struct ir_score score;
    int winners = 0, last = -1;
    s->setup.game->score(s->record.state.b, &score);
    puts("\n=== The game is over ===");
    if (s->words->final) {
        struct ir_view v;
        ir_view(s->setup.game, &s->record.state, s->viewer, &v);
        s->words->final(stdout, &v, s->called);
    }
    for (int i = 0; i < s->setup.seats; i++) {
        if (!s->words->final)
            printf("  %s: %d\n", s->viewer == i ? "You" : s->called[i], score.points[i]);
        winners += score.rank[i] == 0;
        last = score.rank[i] == 0 ? i : last;
    }
    if (winners == 1)
        printf("%s %s!\n", last == s->viewer ? "You" : s->called[last], verb(last == s->viewer, "win", "wins"));
    else
        puts(winners == s->setup.seats ? "It is a draw." : "The win is shared.");
    for (int i = 0; i < s->setup.seats; i++)
        if (score.rank[i] > 0 && score.points[i] == score.points[last]) {
            puts("(Equal points: the rules break the tie.)");
            break;
        }
}

static void bots_end(struct session *s)
{
    struct ir_score score;
    s->setup.game->score(s->record.state.b, &score);
    for (int i = 0; i < s->setup.seats; i++)
        if (s->bot[i])
            player_end(s->bot[i], &score);
}

static int run(struct session *s)
{
    for (int turn; (turn = ir_turn(&s->record.state)) != IR_OVER;) {
        if (turn == IR_CHANCE) {
            move_apply(s, IR_CHANCE, s->dealer.dealer.pick(&s->dealer.dealer, s->setup.game, &s->record.state));
        } else if (s->bot[turn]) {
            struct ir_view v;
            struct ir_notes notes;
            ir_view(s->setup.game, &s->record.state, turn, &v);
            notes_take(s, &notes);
            ir_move m = player_move(s->bot[turn], &v, &notes);
            if (m == IR_NO_MOVE) { /* it has said why */
                quit(s);
                return 1;
            }
            move_apply(s, turn, m);
        } else if (decide(s, turn) == LEAVE) {
            return 0;
        }
    }
    bots_end(s);
    result(s);
    if (s->path && !save(s, s->path))
        printf("The record is in %s; irori replay --check %s deals every card again.\n", s->path, s->path);
    return 0;
}

/* Who sits where: from names such as "You" and "bot:greedy". A saved game names its bots, but may come from anybody: it cannot
 * make us run a program. */
static int seats_fill(struct session *s, int resumed)
{
    int bots = 0, at = 0;
    for (int i = 0; i < s->setup.seats; i++)
        bots += strncmp(s->record.name[i], "bot:", 4) == 0;
    s->people = s->setup.seats - bots;
    s->viewer = -1;
    for (int i = 0; i < s->setup.seats; i++) {
        s->called[i] = s->name[i];
        s->bot[i] = NULL;
        if (strncmp(s->record.name[i], "bot:", 4) == 0) {
            if (resumed && strncmp(s->record.name[i], "bot:exec:", 9) == 0)
                return complain("play", "seat %d was played by another program; a saved game cannot start one", i);
            s->bot[i] = player_open("play", s->setup.game, s->record.name[i] + 4);
            if (!s->bot[i])
                return 2;
            snprintf(s->name[i], IR_NAME_MAX, bots > 1 ? "Bot %d" : "Bot", ++at);
        } else {
            snprintf(s->name[i], IR_NAME_MAX, "%s", s->record.name[i][0] ? s->record.name[i] : "Player");
            if (s->people == 1)
                s->viewer = i;
        }
    }
    return 0;
}

/* "0,2" or "all": the seats of people. */
static int people_read(const char *text, int seats, int person[IR_SEATS_MAX])
{
    for (int i = 0; i < seats; i++)
        person[i] = strcmp(text, "all") == 0;
    for (const char *p = text; strcmp(text, "all") != 0 && *p; p++) {
        if (*p < '0' || *p >= '0' + seats || (p[1] && p[1] != ',') || (p[1] == ',' && !p[2]))
            return complain("play", "--people cannot be '%.40s'; it takes seats from 0 to %d separated by commas, or all", text,
                            seats - 1);
        person[*p - '0'] = 1;
        p += p[1] == ',';
    }
    return 0;
}

static const struct ir_game *menu(void)
{
    char line[ASK_MAX];
    int n = 0;
    while (ir_games[n])
        n++;
    if (n == 1)
        return ir_games[0];
    puts("Which game?");
    for (int i = 0; i < n; i++)
        printf("  %2d  %s (%s)\n", i + 1, ir_games[i]->title, ir_games[i]->name);
    for (;;) {
        fputs("> ", stdout);
        if (!ask(line))
            return NULL;
        for (int i = 0; i < n; i++)
            if (strtol(line, NULL, 10) == i + 1 || strcmp(line, ir_games[i]->name) == 0)
                return ir_games[i];
        printf("A number from 1 to %d, please.\n", n);
    }
}

static int new_game(struct session *s, const struct ir_game *g, int64_t seats, const char *options, const char *people,
                    const char *bot, int64_t seed)
{
    char why[IR_WHY_MAX];
    int person[IR_SEATS_MAX], several = 0;
    uint8_t id[32];
    if (setup_read("play", &s->setup, g, seats, options) || people_read(people, s->setup.seats, person))
        return 2;
    if (strlen(bot) >= IR_NAME_MAX - 4)
        return complain("play", "'%.60s' is too long a name for a bot; a record has %d letters for it", bot, IR_NAME_MAX - 5);
    ir_record_begin(&s->record, g, s->setup.seats, s->setup.options, s->setup.deck, why);
    for (int i = 0; i < s->setup.seats; i++)
        several += person[i];
    for (int i = 0; i < s->setup.seats; i++) {
        if (!person[i])
            snprintf(s->record.name[i], IR_NAME_MAX, "bot:%s", bot);
        else if (several > 1)
            snprintf(s->record.name[i], IR_NAME_MAX, "Player %d", i + 1);
        else
            snprintf(s->record.name[i], IR_NAME_MAX, "You");
    }
    struct ir_text t;
    ir_text_start(&t, s->record.match, sizeof s->record.match);
    if (seed >= 0) {
        ir_text_put(&t, "rehearsal-");
        ir_text_int(&t, seed);
    } else {
        secret_make(id);
        ir_text_hex(&t, id, 8);
    }
    return 0;
}

static int resume_game(struct session *s, const char *path, const char *deck_path)
{
    struct loaded l;
    struct ir_text t;
    if (record_load("play", path, deck_path, &l))
        return 1;
    const struct ir_replay *r = &l.replay;
    if (ir_turn(&r->record.state) == IR_OVER || r->record.resigned) {
        record_free(&l);
        return complain("play", "%s: this game is over, or somebody gave up in it; irori replay shows it", path);
    }
    s->setup.game = r->record.game;
    s->setup.seats = ir_seats(&r->record.state);
    ir_text_start(&t, s->setup.options, sizeof s->setup.options);
    ir_options_print(r->record.game, ir_options(&r->record.state), &t);
    s->record = r->record;
    s->setup.deck = l.deck; /* the record points there */
    l.deck = NULL;
    for (uint32_t i = 0; i < r->segments && s->segments < SEGMENTS_MAX - 1; i++) {
        struct segment *g = &s->segment[s->segments++];
        g->row = r->segment[i].row;
        while (g->row < r->rows && r->row[g->row].actor != IR_CHANCE)
            g->row++;
        g->known = r->segment[i].revealed;
        memcpy(g->secret, r->segment[i].secret, 32);
    }
    for (uint32_t i = 0; i < r->rows; i++)
        row_push(s, r->row[i].actor, r->row[i].move);
    record_free(&l);
    return 0;
}

int play_run(int argc, char **argv)
{
    const char *name = NULL, *options = "", *people = "0", *bot = "normal", *resume = NULL, *record = NULL, *deck = NULL;
    int64_t seats = 0, seed = -1;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, "optional", "which game; asked for if it is missing"},
        {"--options", ARG_TEXT, &options, 0, 0, "TEXT", "options of the game, such as nintendo,rounds=3"},
        {"--seats", ARG_NUMBER, &seats, 1, IR_SEATS_MAX, "N", "how many play (the fewest the game allows)"},
        {"--people", ARG_TEXT, &people, 0, 0, "LIST",
         "seats of people at this screen, such as 0,1 or all (0); bots take the others"},
        {"--bot", ARG_TEXT, &bot, 0, 0, "NAME", "the bot in the other seats: easy, normal, hard, master ... (normal)"},
        {"--record", ARG_TEXT, &record, 0, 0, "FILE", "keep the game in this file when it ends or you quit"},
        {"--resume", ARG_TEXT, &resume, 0, 0, "FILE", "go on with a saved game"},
        {"--deck", ARG_TEXT, &deck, 0, 0, "FILE", "the deck of a resumed game, if it was not one of ours"},
        {"--seed", ARG_NUMBER, &seed, 0, INT64_MAX, "N", "cards from a number instead of at random: a rehearsal"},
        {.name = NULL},
    };
    int code = args_read("play", "play a game here, against bots or friends at the same screen", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    static struct session s;
    uint8_t secret[32] = {0};
    s.segment = calloc(SEGMENTS_MAX, sizeof *s.segment);
    s.path = record ? record : resume;
    s.shown = -1;
    if (!s.segment)
        return complain("play", "out of memory");
    if (resume) {
        code = name ? complain("play", "--resume knows its game; leave '%.40s' out", name) : resume_game(&s, resume, deck);
    } else {
        const struct ir_game *g = name ? game_or_complain("play", name) : menu();
        code = g ? new_game(&s, g, seats, options, people, bot, seed) : 2;
    }
    if (!code && !(code = seats_fill(&s, resume != NULL))) {
        if (seed >= 0)
            memcpy(secret, &seed, sizeof seed);
        else
            secret_make(secret);
        uint64_t bots;
        memcpy(&bots, secret + 8, 8);
        struct ir_rng seeds;
        ir_rng_seed(&seeds, bots ^ (uint64_t)seed);
        for (int i = 0; i < s.setup.seats; i++)
            if (s.bot[i])
                player_start(s.bot[i], &s.setup, i, ir_rng_next(&seeds));
        segment_begin(&s, secret);
        s.words = words_of(s.setup.game);
        print_wrapped(s.words->welcome);
        printf("\n%s? explains, quit saves and leaves.\n", resume ? "Your saved game goes on. " : "");
        code = run(&s);
    }
    for (int i = 0; i < IR_SEATS_MAX; i++)
        player_close(s.bot[i]);
    free(s.row);
    free(s.segment);
    free(s.setup.deck);
    return code;
}
