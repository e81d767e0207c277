/* gacha_drive.c: a Gacha game driven by texts, for tests; every move is followed by L7. */
#include "drive.h"

struct ir_state S;
struct ir_events E;
char why[IR_WHY_MAX];

static char json[65536];

#define P         gacha_pub(S.b)
#define OWN(seat) gacha_own_of(&S, seat)

static int move_is_legal(ir_move m)
{
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    ir_look(&gacha_game, &S, ir_turn(&S), &v);
    int n = gacha_game.legal(&v, out);
    for (int i = 0; i < n; i++)
        if (out[i] == m)
            return 1;
    return 0;
}

int legal(const char *text)
{
    int m = gacha_game.move_parse(text);
    assert_true(m >= 0);
    return ir_turn(&S) >= 0 && move_is_legal((ir_move)m);
}

int legal_count(const char *prefix)
{
    struct ir_view v;
    ir_move out[IR_MOVES_MAX];
    int found = 0;
    ir_look(&gacha_game, &S, ir_turn(&S), &v);
    int n = gacha_game.legal(&v, out);
    for (int i = 0; i < n; i++) {
        char text[IR_TEXT_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        gacha_game.move_print(out[i], &t);
        found += strncmp(text, prefix, strlen(prefix)) == 0;
    }
    return found;
}

void apply(ir_move m)
{
    int error = ir_apply(&gacha_game, &S, ir_turn(&S), m, &E, why);
    if (error)
        fail_msg("%s", why);
    const char *wrong = gacha_game.check(&S);
    if (wrong)
        fail_msg("%s", wrong);
}

/* Texts separated by commas, for whoever is to move. */
void play(const char *texts)
{
    char text[IR_TEXT_MAX];
    while (*texts) {
        size_t n = strcspn(texts, ",");
        snprintf(text, sizeof text, "%.*s", (int)n, texts);
        int m = gacha_game.move_parse(text);
        if (m < 0)
            fail_msg("'%s' is no move", text);
        apply((ir_move)m);
        texts += n;
        texts += strspn(texts, ", ");
    }
}

void begin_with(const char *deck, int seats, const char *options)
{
    int error = ir_start(&gacha_game, &S, seats, options, deck, why);
    if (error)
        fail_msg("%s", why);
}

/* Chance as it comes first, until a seat is to move (or the game is over). */
void settle(void)
{
    while (ir_turn(&S) == IR_CHANCE) {
        struct ir_chance out[IR_MOVES_MAX];
        assert_true(gacha_game.chance(&S, out) > 0);
        apply(out[0].move);
    }
}

/* Chooses tops that leave every figure within reach: the four backs together show all figures. */
static void tops(void)
{
    while (P->phase == GA_PHASE_TOP) {
        struct ir_chance out[IR_MOVES_MAX];
        int n = gacha_game.chance(&S, out), best = 0, best_new = -1;
        unsigned seen = 0;
        for (int i = 0; i < GA_PLACES; i++)
            seen |= P->size[i] && !(P->need >> i & 1) ? gacha_back_mask[P->top[i]] : 0;
        for (int i = 0; i < n; i++) {
            int new_figures = set_count(gacha_back_mask[out[i].move - GA_MOVE_BACK] & ~seen);
            if (new_figures > best_new)
                best_new = new_figures, best = i;
        }
        apply(out[best].move);
    }
}

/* Deals these figures ("m g d k s", a letter a card, seat by seat), any tops, and these rewards. */
static int figure_of(char letter)
{
    return (int)(strchr("mgdks", letter) - "mgdks");
}
void setup(int seats, const char *options, const char *hands, const char *rewards)
{
    begin_with(NULL, seats, options);
    for (const char *h = hands; *h; h++) {
        if (*h == ' ')
            continue;
        int f = figure_of(*h), back = 0;
        while (!(gacha_back_index[back][f] < 3 && gacha_hid_of(&S)->deck[back * 3 + gacha_back_index[back][f]]))
            back++;
        apply((ir_move)(GA_MOVE_BACK + back));
        apply((ir_move)(GA_MOVE_FACE + f));
    }
    tops();
    play(rewards);
    assert_int_equal(P->phase, GA_PHASE_ACT);
}

/* The mover draws a card with this figure from wherever one may be. */
static void draw_one(int f)
{
    for (int i = 0; i < GA_PLACES; i++) {
        uint8_t weight[3];
        if (!P->size[i] || gacha_back_index[P->top[i]][f] > 2)
            continue;
        gacha_face_weights(&S, i, weight);
        if (!weight[gacha_back_index[P->top[i]][f]])
            continue;
        apply((ir_move)(GA_MOVE_DRAW + i));
        apply((ir_move)(GA_MOVE_FACE + f));
        return;
    }
    fail_msg("no pile has figure %d on top", f);
}

void draw_two(const char *letters)
{
    draw_one(figure_of(letters[0]));
    tops();
    draw_one(figure_of(letters[1]));
    tops();
}

/* Two cards, whatever they are. */
void draw_any(void)
{
    for (int i = 0; i < 2; i++) {
        struct ir_chance out[IR_MOVES_MAX];
        play("draw 1");
        gacha_game.chance(&S, out);
        apply(out[0].move);
        tops();
    }
}

int events_of(int kind)
{
    int n = 0;
    for (int i = 0; i < E.n; i++)
        n += E.e[i].kind == kind;
    return n;
}

const char *describe(int seat)
{
    struct ir_view v;
    struct ir_json j;
    ir_look(&gacha_game, &S, seat, &v);
    ir_json_start(&j, json, sizeof json);
    ir_describe(&gacha_game, &v, &j);
    assert_false(j.text.cut);
    return json;
}

const char tiny[] = TINY_HEAD "total cards 18\nback mecha girl daikon face mecha 6 face girl 6 face daikon 6\n"
                              "total rewards 8\nreward mecha points 3 half none\nreward girl points 3 half none\n"
                              "reward daikon points 3 half none\nreward mecha girl points 4 half none\n"
                              "reward girl daikon points 4 half none\nreward mecha daikon points 4 half none\n"
                              "reward mecha mecha points 4 half none\nreward girl girl points 4 half blue\n" TINY_TAIL;

/* Draws on and on from the first pile there is, never claims, until `stop` cards are left in the piles. */
int piled(void)
{
    return P->size[0] + P->size[1] + P->size[2] + P->size[3];
}
void drain(int stop)
{
    while (piled() > stop) {
        settle();
        int i = 0;
        while (!P->size[i])
            i++;
        if (P->phase == GA_PHASE_EXTRA)
            play("done");
        else
            apply((ir_move)(GA_MOVE_DRAW + i));
        while (P->phase == GA_PHASE_FACE || P->phase == GA_PHASE_TOP) {
            struct ir_chance out[IR_MOVES_MAX];
            gacha_game.chance(&S, out);
            apply(out[0].move);
        }
    }
}

/* Seat 0 gets a token of this sort from two halves of different colours: rewards 1 and 2. */
void token_get(const char *token, const char *more)
{
    setup(2, "first=0", "mmgg ssss", "reward 1, reward 2, reward 24, reward 5");
    play("claim 1 mecha 2, reward 21");
    draw_two(more);
    play("claim 2 girl 2, reward 16");
    play(token);
}
