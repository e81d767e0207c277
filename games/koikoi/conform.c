/* conform.c: `irori conform koikoi FILE`: replays recorded human games of Koi-Koi (the "koikoi-records 1" text form) and
 * compares every capture, every offered decision, every yaku, the points, the dealer and the result with our engine's.
 *
 * The file says what happened; the engine says what must happen. After the first difference in a game the two are no longer
 * in the same position, so the rest of that game is read but not compared. With --record FOLDER every game without a
 * difference is also written as a record, for `irori review`. */
#include "cli/cli.h"

#include "games/koikoi/koikoi.h"

#include <errno.h>
#include <stdarg.h>

/* The rules of these games, which are our preset `arcade`. A file with other rules is refused. */
static const char *const rules[][2] = {
    {"deal_hand", "8"},
    {"deal_table", "8"},
    {"redeal_four_of_month", "yes"},
    {"hand_yaku", "0"},
    {"first_player", "dealer"},
    {"goko", "10"},
    {"shiko", "8"},
    {"ame_shiko", "7"},
    {"sanko", "5"},
    {"ino_shika_cho", "5"},
    {"hanami", "1"},
    {"hanami_after_koi", "3"},
    {"tsukimi", "1"},
    {"tsukimi_after_koi", "3"},
    {"tane", "1"},
    {"tane_min", "5"},
    {"tane_extra", "1"},
    {"akatan", "5"},
    {"aotan", "5"},
    {"akatan_aotan", "10"},
    {"tanzaku", "1"},
    {"tanzaku_min", "5"},
    {"tanzaku_extra", "1"},
    {"kasu", "1"},
    {"kasu_min", "10"},
    {"kasu_extra", "1"},
    {"sake_is_plain", "yes"},
    {"offer", "score_up"},
    {"last_card", "forced"},
    {"koi_bonus_max", "3"},
    {"koi_multiplier_from", "4"},
    {"koikoi_multiplier", "1"},
    {"opponent_koi_multiplier", "1"},
    {"seven_plus_double", "no"},
    {"table_bright_multiplier", "no"},
    {"exhausted", "dealer_1"},
    {"next_dealer", "winner"},
    {"game_rounds", "8"},
    {"game_start_points", "30"},
    {"game_ends_at_or_below", "0"},
};
/* Their names for our yaku. */
static const char *const yaku_name[KK_YAKU] = {
    "kasu",   "tane",  "tanzaku",      "tsukimi", "hanami", "sanko", "ame_shiko", "shiko", "goko", "ino_shika_cho",
    "akatan", "aotan", "akatan_aotan", "-",       "-",      "-",     "-",         "-",     "-"};

struct conform {
    const char *path;
    unsigned line;
    int64_t games, rounds, turns, mismatches;
    struct ir_state state;
    /* the position in the file, numbered as the file does */
    int game, round, turn, in_game, lost; /* lost: this game has differed already */
    int rounds_max, complete, final[2], winner;
    int dealer, before[2]; /* of the current round */
    int pile_n, hand_n[2], table_n, played;
    int card[4][24];                          /* hand1, hand2, table, pile */
    enum { NONE, KOI, STOP, FORCED } pending; /* the decision of the last turn; its yaku line comes next */
    char first[400];                          /* the first mismatch */
    /* the same games as records of ours, if a folder is given */
    const char *folder;
    struct ir_record record;
    struct ir_text text;
    char *memory;
    int64_t written;
};
enum { RECORD_SIZE = 1 << 18 }; /* 99 rounds of at most 73 rows */

static void mismatch(struct conform *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void mismatch(struct conform *c, const char *format, ...)
{
    va_list a;
    c->mismatches++;
    c->lost = 1;
    if (c->first[0])
        return;
    int n =
        snprintf(c->first, sizeof c->first, "%s:%u: game %d round %d turn %d: ", c->path, c->line, c->game, c->round, c->turn);
    va_start(a, format);
    vsnprintf(c->first + n, sizeof c->first - (size_t)n, format, a);
    va_end(a);
}

static const struct koikoi_pub *pub(const struct conform *c)
{
    return koikoi_pub(c->state.b);
}

/* A card's name, for sentences; several may be in use at once. */
static const char *show(int card)
{
    static char text[8][8];
    static int at;
    struct ir_text t;
    at = (at + 1) % 8;
    ir_text_start(&t, text[at], sizeof text[at]);
    if (card >= 0 && card < HF_CARDS)
        hanafuda_card_print(card, &t);
    else
        ir_text_put(&t, "-");
    return text[at];
}
static const char *show_set(uint64_t set)
{
    static char text[2][64];
    static int at;
    struct ir_text t;
    at = !at;
    ir_text_start(&t, text[at], sizeof text[at]);
    if (!set)
        ir_text_put(&t, "-");
    for (; set; set &= set - 1)
        ir_text_add(&t, "%s%s", show(set_first(set)), set & (set - 1) ? "," : "");
    return text[at];
}

/* Applies a move; a move the engine refuses is a mismatch. */
static int apply(struct conform *c, int actor, int move)
{
    char why[IR_WHY_MAX];
    if (move < 0 || ir_apply(&koikoi_game, &c->state, actor, (ir_move)move, NULL, why)) {
        mismatch(c, "the file's move is refused: %s", move < 0 ? "this game has no such move" : why);
        return 0;
    }
    if (c->folder) {
        const struct ir_row row = {(int8_t)actor, (ir_move)move};
        if (ir_record_row(&c->record, actor, row.move, NULL, why) == IR_OK)
            ir_record_print_row(&c->record, &row, &c->text);
    }
    return 1;
}

/* The game as a record of ours begins with its first round, which names the dealer. */
static void record_start(struct conform *c, const char *options)
{
    char why[IR_WHY_MAX];
    ir_text_start(&c->text, c->memory, RECORD_SIZE);
    if (ir_record_begin(&c->record, &koikoi_game, 2, options, NULL, why) == IR_OK)
        ir_record_print_header(&c->record, &c->text);
}

/* Writes FOLDER/game-NUMBER.irori. 0, or 2 after an error message. */
static int record_write(struct conform *c)
{
    char path[500];
    ir_record_print_end(&c->record, &c->text);
    snprintf(path, sizeof path, "%.400s/game-%d.irori", c->folder, c->game);
    FILE *f = c->text.cut ? NULL : fopen(path, "wb");
    if (!f)
        return complain("conform", "%s: %s", path, c->text.cut ? "this game is too long for a record" : strerror(errno));
    int bad = fwrite(c->memory, 1, c->text.len, f) != c->text.len;
    if (fclose(f) || bad)
        return complain("conform", "%s: could not be written", path);
    c->written++;
    return 0;
}

/* "3a,3b" or "-" as a set; all bits set if the text is neither. */
static uint64_t cards_parse(const char *s)
{
    uint64_t set = 0;
    if (strcmp(s, "-") == 0)
        return 0;
    while (*s) {
        size_t n = strcspn(s, ",");
        int card = hanafuda_card_parse(s, n);
        if (card < 0 || set >> card & 1)
            return ~(uint64_t)0;
        set |= BIT(card);
        s += n + (s[n] == ',');
    }
    return set;
}

static void game_begin(struct conform *c, const char *line)
{
    char options[IR_OPTIONS_TEXT], complete[8], final[2][8], winner[8], why[IR_WHY_MAX];
    int start[2];
    c->in_game = c->lost = 0;
    c->round = c->turn = 0;
    if (sscanf(line, "game %d rounds_max=%d start=%d,%d final=%7[0-9-],%7[0-9-] winner=%7s complete=%7s", &c->game,
               &c->rounds_max, &start[0], &start[1], final[0], final[1], winner, complete) != 8) {
        /* an unfinished game has final=- winner=- */
        if (sscanf(line, "game %d rounds_max=%d start=%d,%d final=- winner=- complete=%7s", &c->game, &c->rounds_max, &start[0],
                   &start[1], complete) != 5) {
            mismatch(c, "this line is not 'game ID rounds_max= start= final= winner= complete='");
            return;
        }
    } else {
        for (int i = 0; i < 2; i++)
            c->final[i] = (int)strtol(final[i], NULL, 10);
        c->winner = (int)strtol(winner, NULL, 10);
    }
    c->complete = strcmp(complete, "yes") == 0;
    c->games++;
    c->in_game = 1;
    if (start[0] != start[1] || c->rounds_max < 1 || c->rounds_max > 99 || start[0] < 1 || start[0] > 9999) {
        mismatch(c, "rounds_max or start is out of range");
        return;
    }
    /* the first round names the first dealer: the game starts then */
    snprintf(options, sizeof options, "arcade,rounds=%d,coins=%d,sensei=0", c->rounds_max, start[0]);
    if (ir_start(&koikoi_game, &c->state, 2, options, NULL, why))
        mismatch(c, "%s", why);
}

static void round_begin(struct conform *c, const char *line)
{
    char options[IR_OPTIONS_TEXT], why[IR_WHY_MAX];
    int number;
    c->rounds++;
    c->turn = 0;
    c->hand_n[0] = c->hand_n[1] = c->table_n = c->pile_n = c->played = 0;
    c->pending = NONE;
    if (sscanf(line, "round %d dealer=%d", &number, &c->dealer) != 2 || c->dealer < 1 || c->dealer > 2) {
        mismatch(c, "this line is not 'round N dealer=1|2'");
        return;
    }
    c->round = number;
    if (c->lost)
        return;
    if (number == 1) {
        snprintf(options, sizeof options, "arcade,rounds=%d,coins=%d,sensei=%d", pub(c)->option[KK_ROUNDS],
                 pub(c)->option[KK_COINS], c->dealer - 1);
        ir_start(&koikoi_game, &c->state, 2, options, NULL, why);
        if (c->folder)
            record_start(c, options);
    }
    if (ir_turn(&c->state) == IR_OVER) {
        mismatch(c, "a round, but by our rules the game is over");
        return;
    }
    if (pub(c)->round != number)
        mismatch(c, "round number: the file says %d, ours is %d", number, pub(c)->round);
    else if (pub(c)->sensei != c->dealer - 1)
        mismatch(c, "dealer: the file says %d, by our rules it is %d", c->dealer, pub(c)->sensei + 1);
    c->before[0] = pub(c)->purse[0];
    c->before[1] = pub(c)->purse[1];
}

/* hand1, hand2, table or pile: reads its cards; with the last of the four the round is dealt. */
static void cards_line(struct conform *c, const char *line, int which, int want, int *n)
{
    const char *p = strchr(line, ' ');
    *n = 0;
    while (p && *n < want) {
        size_t len = strcspn(++p, " ");
        int card = hanafuda_card_parse(p, len);
        if (card < 0) {
            mismatch(c, "'%.*s' is not a card", (int)(len < 20 ? len : 20), p);
            return;
        }
        c->card[which][(*n)++] = card;
        p = p[len] ? p + len : NULL;
    }
    if (*n != want || p) {
        mismatch(c, "%d cards were expected on this line", want);
        return;
    }
    if (which != 3 || c->lost)
        return;
    uint64_t seen = 0;
    const int size[4] = {8, 8, 8, 24};
    for (int w = 0; w < 4; w++)
        for (int i = 0; i < size[w]; i++) {
            if (seen >> c->card[w][i] & 1) {
                mismatch(c, "the deal has %s twice", show(c->card[w][i]));
                return;
            }
            seen |= BIT(c->card[w][i]);
        }
    if (c->hand_n[0] != 8 || c->hand_n[1] != 8 || c->table_n != 8) {
        mismatch(c, "the pile came before both hands and the table");
        return;
    }
    for (int i = 0; i < KK_DEAL; i++) { /* KK3.2 */
        int place = (i >> 2) % 3, k = (i & 3) + (i >= 12 ? 4 : 0);
        int from = place == 2 ? 2 : (c->dealer - 1) ^ !place;
        if (!apply(c, IR_CHANCE, KK_MOVE_CARD + c->card[from][k]))
            return;
    }
    if (pub(c)->phase != KK_PHASE_PLAY)
        mismatch(c, "the file plays this deal, by our rules it is dealt again");
}

/* One action: `card` moves, `want` is what the file says it took. Returns 0 after a mismatch. */
static int captured(struct conform *c, int seat, int card, uint64_t want, uint64_t pool_before, uint64_t field_before)
{
    uint64_t got = pub(c)->pool[seat] & ~pool_before & ~BIT(card) & field_before;
    if (got == want)
        return 1;
    mismatch(c, "%s: the file takes %s, our engine takes %s", show(card), show_set(want), show_set(got));
    return 0;
}

static void turn_line(struct conform *c, const char *line)
{
    char played[8], took[16], drawn[8], took2[16], decision[8];
    int number, player;
    c->turns++;
    c->turn++;
    if (sscanf(line, "turn %d %d %7s %15s %7s %15s %7s", &number, &player, played, took, drawn, took2, decision) != 7) {
        mismatch(c, "this line is not 'turn N PLAYER PLAYED TAKEN DRAWN TAKEN DECISION'");
        return;
    }
    if (c->lost)
        return;
    int seat = player - 1, card = hanafuda_card_parse(played, strlen(played)),
        turned = hanafuda_card_parse(drawn, strlen(drawn));
    uint64_t want = cards_parse(took), want2 = cards_parse(took2);
    if (number != c->turn || card < 0 || turned < 0 || want == ~(uint64_t)0 || want2 == ~(uint64_t)0 || c->played >= 24) {
        mismatch(c, "a number or a card on this line is wrong");
        return;
    }
    if (ir_turn(&c->state) != seat) {
        mismatch(c, "player %d moves, by our rules it is player %d's turn", player, ir_turn(&c->state) + 1);
        return;
    }
    uint64_t match = pub(c)->field & hanafuda_suit(card), pool = pub(c)->pool[seat], field = pub(c)->field;
    int target = set_count(match) == 2 && want && !(want & (want - 1)) ? set_first(want) : card;
    if (hanafuda_month(target) != hanafuda_month(card))
        target = card;
    if (!apply(c, seat, card * 4 + (target & 3)) || !captured(c, seat, card, want, pool, field))
        return;
    if (turned != c->card[3][c->played++]) {
        mismatch(c, "the file turns %s, but %s is next in its pile", show(turned), show(c->card[3][c->played - 1]));
        return;
    }
    pool = pub(c)->pool[seat];
    field = pub(c)->field;
    int round = pub(c)->round;
    if (!apply(c, IR_CHANCE, KK_MOVE_CARD + turned))
        return;
    if (pub(c)->phase == KK_PHASE_TAKE && pub(c)->round == round &&
        !apply(c, seat, want2 && !(want2 & (want2 - 1)) ? KK_MOVE_TAKE + set_first(want2) : -1))
        return;
    int over = pub(c)->round != round || ir_turn(&c->state) == IR_OVER;
    /* a round ended here by the last card's yaku or for lack of cards; the pools are gone, so compare the pay */
    const char *offered = over                             ? (pub(c)->last_winner == seat ? "forced" : "none")
                          : pub(c)->phase == KK_PHASE_CALL ? "koi or stop"
                                                           : "none";
    if (!over && !captured(c, seat, turned, want2, pool, field))
        return;
    if (over) { /* compare with the field as it was */
        uint64_t m2 = field & hanafuda_suit(turned);
        if (set_count(m2) != 2 && m2 != want2) {
            mismatch(c, "%s: the file takes %s, our engine takes %s", show(turned), show_set(want2), show_set(m2));
            return;
        }
    }
    int koi = strcmp(decision, "koi") == 0, stop = strcmp(decision, "stop") == 0;
    if (strcmp(offered, koi || stop ? "koi or stop" : decision) != 0) {
        mismatch(c, "decision: the file says %s, our engine offers %s", decision, offered);
        return;
    }
    c->pending = strcmp(decision, "none") == 0 ? NONE : koi ? KOI : stop ? STOP : FORCED;
}

/* Compares the mover's yaku after a turn with a decision, then carries out the decision. */
static void yaku_line(struct conform *c, const char *line)
{
    int player, koi, sum, score, at = 0;
    if (c->lost)
        return;
    if (!c->pending) {
        mismatch(c, "yaku after a turn without a decision");
        return;
    }
    if (sscanf(line, "yaku %d koi=%d sum=%d score=%d %n", &player, &koi, &sum, &score, &at) != 4 || player < 1 || player > 2 ||
        !at) {
        mismatch(c, "this line is not 'yaku PLAYER koi=K sum=S score=T NAME:POINTS ...'");
        return;
    }
    int seat = player - 1;
    if (c->pending == FORCED) { /* the round is over already: the pay must be the score */
        int got = pub(c)->purse[seat] - c->before[seat];
        if (got != score)
            mismatch(c, "points of a forced stop: the file says %d, our engine paid %d", score, got);
        return;
    }
    int16_t coins[KK_YAKU];
    int ours = koikoi_worth(pub(c), pub(c)->pool[seat], pub(c)->calls[seat], coins),
        pays = koikoi_pay(pub(c), seat, ours).coins;
    if (pub(c)->mover != seat || pub(c)->calls[seat] != koi || ours != sum || pays != score) {
        mismatch(c, "the file says player %d koi=%d sum=%d score=%d, ours is player %d koi=%d sum=%d score=%d", player, koi,
                 sum, score, pub(c)->mover + 1, pub(c)->calls[seat], ours, pays);
        return;
    }
    for (const char *p = line + at; *p;) {
        char name[32];
        int points, len = 0, y = 0;
        if (sscanf(p, "%31[a-z_]:%d%n", name, &points, &len) != 2)
            break;
        while (y < KK_YAKU && strcmp(yaku_name[y], name) != 0)
            y++;
        if (y == KK_YAKU || coins[y] != points) {
            mismatch(c, "yaku %s: the file says %d, ours is %d", name, points, y < KK_YAKU ? coins[y] : 0);
            return;
        }
        coins[y] = 0;
        p += len + (p[len] == ' ');
    }
    for (int y = 0; y < KK_YAKU; y++)
        if (coins[y]) {
            mismatch(c, "our engine also has %s:%d", yaku_name[y], coins[y]);
            return;
        }
    apply(c, seat, c->pending == KOI ? KK_MOVE_KOIKOI : KK_MOVE_AGARI);
}

static void end_line(struct conform *c, const char *line)
{
    char reason[16], winner[8], d[2][8];
    if (sscanf(line, "end %15s %7s %7s %7s", reason, winner, d[0], d[1]) != 4) {
        mismatch(c, "this line is not 'end REASON WINNER DELTA1 DELTA2'");
        return;
    }
    if (c->lost)
        return;
    int running = pub(c)->round == c->round && ir_turn(&c->state) != IR_OVER;
    if (strcmp(reason, "unfinished") == 0) {
        if (!running || c->complete)
            mismatch(c, "the file leaves this round unfinished, ours is over");
        return;
    }
    if (running) {
        mismatch(c, "the file ends the round by %s, ours goes on", reason);
        return;
    }
    int ours = pub(c)->last_winner + 1, theirs = (int)strtol(winner, NULL, 10);
    if ((strcmp(reason, "stop") == 0) != (ours > 0) || ours != theirs)
        mismatch(c, "the file says %s, winner %s; ours has winner %d", reason, winner, ours);
    for (int i = 0; i < 2 && !c->lost; i++)
        if (pub(c)->purse[i] - c->before[i] != (int)strtol(d[i], NULL, 10))
            mismatch(c, "player %d gets %s in the file, %d by our rules", i + 1, d[i], pub(c)->purse[i] - c->before[i]);
}

/* Compares how it ended, and writes the record of a game without mismatches. 0, or 2 after an error message. */
static int game_end(struct conform *c)
{
    if (!c->in_game || c->lost)
        return 0;
    int over = ir_turn(&c->state) == IR_OVER;
    if (over != c->complete) {
        mismatch(c, "the file says complete=%s, our game is %s", c->complete ? "yes" : "no", over ? "over" : "not over");
        return 0;
    }
    int ours = pub(c)->purse[0] == pub(c)->purse[1] ? 0 : pub(c)->purse[0] > pub(c)->purse[1] ? 1 : 2;
    if (over && (c->final[0] != pub(c)->purse[0] || c->final[1] != pub(c)->purse[1] || c->winner != ours))
        mismatch(c, "result: the file says %d,%d winner %d, ours is %d,%d winner %d", c->final[0], c->final[1], c->winner,
                 pub(c)->purse[0], pub(c)->purse[1], ours);
    return c->folder && c->round && !c->lost ? record_write(c) : 0;
}

/* 0, or 2 after an error message: the file is not of this kind. */
static int rule_line(struct conform *c, const char *line)
{
    char name[40], value[40];
    if (sscanf(line, "rule %39s %39s", name, value) != 2)
        return complain("conform", "%s:%u: this line is not 'rule NAME VALUE'", c->path, c->line);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i][0], name) == 0) {
            if (strcmp(rules[i][1], value) == 0)
                return 0;
            return complain("conform", "%s:%u: these games have %s %s; what can be replayed is %s %s (preset arcade)", c->path,
                            c->line, name, value, name, rules[i][1]);
        }
    return complain("conform", "%s:%u: there is no rule '%s' that we know", c->path, c->line, name);
}

static int line_read(struct conform *c, const char *line, int *format)
{
    char word[16] = "";
    sscanf(line, "%15s", word);
    if (!word[0] || word[0] == '#')
        return 0;
    if (strcmp(word, "format") == 0) {
        *format = strcmp(line, "format koikoi-records 1") == 0;
        return *format ? 0
                       : complain("conform", "%s:%u: this is '%.40s'; format koikoi-records 1 was expected", c->path, c->line,
                                  line);
    }
    if (!*format)
        return complain("conform", "%s:%u: not a file of recorded games: 'format koikoi-records 1' should come first", c->path,
                        c->line);
    if (strcmp(word, "rule") == 0)
        return rule_line(c, line);
    if (strcmp(word, "game") == 0) {
        int code = game_end(c);
        game_begin(c, line);
        return code;
    } else if (!c->in_game) {
        return 0;
    } else if (strcmp(word, "round") == 0) {
        round_begin(c, line);
    } else if (strcmp(word, "hand1") == 0) {
        cards_line(c, line, 0, 8, &c->hand_n[0]);
    } else if (strcmp(word, "hand2") == 0) {
        cards_line(c, line, 1, 8, &c->hand_n[1]);
    } else if (strcmp(word, "table") == 0) {
        cards_line(c, line, 2, 8, &c->table_n);
    } else if (strcmp(word, "pile") == 0) {
        cards_line(c, line, 3, 24, &c->pile_n);
    } else if (strcmp(word, "turn") == 0) {
        turn_line(c, line);
    } else if (strcmp(word, "yaku") == 0) {
        yaku_line(c, line);
    } else if (strcmp(word, "end") == 0) {
        end_line(c, line);
    }
    return 0;
}

int koikoi_conform(const char *path, const char *folder); /* found by cli/conform.c */
int koikoi_conform(const char *path, const char *folder)
{
    int code = 0;
    FILE *f = fopen(path, "rb");
    if (!f)
        return complain("conform", "%s: %s", path, strerror(errno));
    static struct conform c;
    char line[256];
    int format = 0;
    c = (struct conform){.path = path, .folder = folder, .memory = folder ? malloc(RECORD_SIZE) : NULL};
    if (folder && !c.memory) {
        fclose(f);
        return complain("conform", "out of memory");
    }
    while (code == 0 && fgets(line, sizeof line, f)) {
        size_t n = strlen(line);
        c.line++;
        if (n == sizeof line - 1 && line[n - 1] != '\n')
            code = complain("conform", "%s:%u: longer than any line of such a file", path, c.line);
        line[strcspn(line, "\r\n")] = 0;
        if (code == 0)
            code = line_read(&c, line, &format);
    }
    int unreadable = ferror(f);
    fclose(f);
    if (unreadable)
        code = complain("conform", "%s: cannot be read (is it a folder?)", path);
    else if (code == 0 && !format)
        code = complain("conform", "%s: not a file of recorded games: 'format koikoi-records 1' should come first", path);
    if (code == 0)
        code = game_end(&c);
    free(c.memory);
    if (code)
        return code;
    if (c.mismatches)
        printf("%s\n", c.first);
    printf("%lld games, %lld rounds, %lld turns, %lld mismatches\n", (long long)c.games, (long long)c.rounds,
           (long long)c.turns, (long long)c.mismatches);
    if (folder)
        printf("%lld records in %s\n", (long long)c.written, folder);
    return c.mismatches != 0;
}
