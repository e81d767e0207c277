/* test_speech.c: the player's language is found without any locale of the machine, plural forms fit their numbers, and lines
 * keep to the columns of the screen with letters of one, two and three bytes, and of one and two columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/markdown.h"
#include "cli/screen.h"
#include "cli/speech.h"

/* Speaks as with these variables; NULL: not set. */
static const char *with(const char *language, const char *all, const char *lang)
{
    const char *const name[] = {"LANGUAGE", "LC_ALL", "LANG"}, *const value[] = {language, all, lang};
    unsetenv("LC_MESSAGES");
    for (int i = 0; i < 3; i++)
        if (value[i])
            setenv(name[i], value[i], 1);
        else
            unsetenv(name[i]);
    speech_start();
    return speech_language();
}

static void the_language_is_chosen_as_gettext_does(void **state)
{
    (void)state;
    assert_string_equal(with(NULL, NULL, "uk_UA.UTF-8"), "uk"); /* no such locale is generated here */
    assert_string_equal(tr("moon"), "місяць");
    assert_string_equal(with(NULL, NULL, "uk"), "uk");
    assert_string_equal(with(NULL, NULL, "pl_PL.utf8@euro"), "pl");
    assert_string_equal(with(NULL, "ru_RU.UTF-8", "uk_UA.UTF-8"), "ru");
    assert_string_equal(with("pl", NULL, "uk_UA.UTF-8"), "pl");
    assert_string_equal(with("xx:ru:pl", NULL, "C.UTF-8"), "ru");
    assert_string_equal(with("en:uk", NULL, "uk_UA.UTF-8"), "en");
    assert_string_equal(with("uk", NULL, "C"), "en"); /* scripts that set LC_ALL=C want English */
    assert_string_equal(with("uk", "POSIX", "uk_UA.UTF-8"), "en");
    assert_string_equal(with("uk", NULL, NULL), "en");
    assert_string_equal(with(NULL, NULL, "uk_UA.KOI8-U"), "en"); /* our letters would be rubbish there */
    assert_string_equal(with(NULL, NULL, "xx_XX.UTF-8"), "en");
    assert_string_equal(with(NULL, NULL, ""), "en");
    assert_string_equal(tr("moon"), "moon");
}

/* Whatever kind of space stands between a number and its noun. */
static const char *plain(const char *text)
{
    static char out[200];
    size_t n = 0;
    for (; *text && n + 1 < sizeof out; text++)
        if (strncmp(text, "\u00a0", 2) == 0)
            out[n++] = ' ', text++;
        else
            out[n++] = *text;
    out[n] = 0;
    return out;
}

static void plural_forms_fit(void **state)
{
    static const struct {
        const char *language, *said[6]; /* of 1, 2, 5, 11, 21, 22 */
    } all[] = {
        {"en",
         {"You get 1 coin.", "You get 2 coins.", "You get 5 coins.", "You get 11 coins.", "You get 21 coins.",
          "You get 22 coins."}},
        {"uk",
         {"Ви отримуєте 1 монету.", "Ви отримуєте 2 монети.", "Ви отримуєте 5 монет.", "Ви отримуєте 11 монет.",
          "Ви отримуєте 21 монету.", "Ви отримуєте 22 монети."}},
        {"pl",
         {"Dostajesz 1 monetę.", "Dostajesz 2 monety.", "Dostajesz 5 monet.", "Dostajesz 11 monet.", "Dostajesz 21 monet.",
          "Dostajesz 22 monety."}},
        {"ru",
         {"Вы получаете 1 монету.", "Вы получаете 2 монеты.", "Вы получаете 5 монет.", "Вы получаете 11 монет.",
          "Вы получаете 21 монету.", "Вы получаете 22 монеты."}},
        {"de",
         {"Du bekommst 1 Münze.", "Du bekommst 2 Münzen.", "Du bekommst 5 Münzen.", "Du bekommst 11 Münzen.",
          "Du bekommst 21 Münzen.", "Du bekommst 22 Münzen."}},
        {"es",
         {"Recibes 1 moneda.", "Recibes 2 monedas.", "Recibes 5 monedas.", "Recibes 11 monedas.", "Recibes 21 monedas.",
          "Recibes 22 monedas."}},
        {"fr",
         {"Tu reçois 1 pièce.", "Tu reçois 2 pièces.", "Tu reçois 5 pièces.", "Tu reçois 11 pièces.", "Tu reçois 21 pièces.",
          "Tu reçois 22 pièces."}},
        {"ja",
         {"あなたが1文もらいました。", "あなたが2文もらいました。", "あなたが5文もらいました。", "あなたが11文もらいました。",
          "あなたが21文もらいました。", "あなたが22文もらいました。"}},
    };
    static const int n[] = {1, 2, 5, 11, 21, 22};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        with(NULL, NULL, all[i].language);
        for (int k = 0; k < 6; k++)
            assert_string_equal(plain(phrase_1("You get {n} coin.", "You get {n} coins.", n[k])), all[i].said[k]);
    }
}

static void words_are_recognised_in_both_languages(void **state)
{
    char small[64];
    (void)state;
    with(NULL, NULL, "uk_UA.UTF-8");
    lower(small, sizeof small, "АГАРІ");
    assert_true(typed(small, "answer", "agari") && typed("agari", "answer", "agari") && !typed("стоп", "answer", "agari"));
    assert_true(same_word("місяць", "moon") && same_word("moon", "moon") && !same_word("moon", "crane"));
    lower(small, sizeof small, "ŻÓŁĆ Ґедзь Ä");
    assert_string_equal(small, "żółć ґедзь ä");
    assert_string_equal(decimal(-4.26, 1, 1), "-4,3");
    assert_string_equal(decimal(-0.04, 1, 1), "+0,0");
    with(NULL, NULL, NULL);
    assert_string_equal(decimal(-4.26, 1, 1), "-4.3");
    assert_false(same_word("місяць", "moon"));
    assert_string_equal(filled("{a} {b} {a}{", (const char *const[]){"a", "{b}", NULL}),
                        "{b} {b} {b}{"); /* filled in once only */
}

static void letters_have_columns(void **state)
{
    (void)state;
    assert_int_equal(columns("abc", 3), 3);
    assert_int_equal(columns("їжак", strlen("їжак")), 4);
    assert_int_equal(columns("ме́ха", strlen("ме́ха")), 4);
    assert_int_equal(columns("花札を", strlen("花札を")), 6);
    assert_int_equal(columns("\xff\xc3", 2), 2); /* what is no UTF-8 is as wide as its bytes */
}

/* Every line fits, and no letter is lost. */
static void fits(const char *text, int width)
{
    char *out, *plain = strdup(text);
    size_t size;
    FILE *f = paper(&out, &size);
    wrap_lines(f, text, width);
    fclose(f);
    for (char *p = out; *p; p += strcspn(p, "\n"), p += *p == '\n')
        assert_in_range(columns(p, strcspn(p, "\n")), 0, width);
    char *to = out, *also_to = plain;
    for (char *p = out; *p; p++)
        if (*p != ' ' && *p != '\n')
            *to++ = *p;
    *to = 0;
    for (char *p = plain; *p; p++)
        if (*p != ' ' && *p != '\n')
            *also_to++ = *p;
    *also_to = 0;
    assert_string_equal(out, plain);
    free(out);
    free(plain);
}

static void lines_keep_to_the_screen(void **state)
{
    static const char *const texts[] = {
        "Раунд 1 з 6 (січень). Монети: ви 50, Бот 50.\n   1  2c проста (слива): лишається в центрі стола\n",
        "花札は四十八枚の札で遊びます。「こいこい」と言うと、勝負は続きます。場の札と同じ月の札を取ります。\n  1  "
        "松に鶴（一月）\n",
        "a word_that_is_longer_than_the_whole_line_of_a_screen and more\n\n      indented far, and then some more words\n",
        "Загальноприйнятонайдовшеслово без пробілів\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int width = 20; width <= 80; width++)
            fits(texts[i], width);
}

/* In Japanese a line may end nearly everywhere, but no bracket is left alone and no full stop begins a line. */
static void lines_of_japanese_keep_brackets(void **state)
{
    static const char text[] =
        "内訳は「デッキ」を見て（同じ山でも）引きます [裁定]。山札は39枚. 次は『鶴』です？　そう、そうです。\n";
    static const char *const opens[] = {"「", "『", "（", "["}, *const closes[] = {"」", "』", "）", "]",
                                                                                   "。", "、", ".",  "　"};
    (void)state;
    fits(text, 20);
    for (int width = 20; width <= 60; width++) {
        char *out;
        size_t size;
        FILE *f = paper(&out, &size);
        wrap_lines(f, text, width);
        fclose(f);
        for (char *p = out; *p; p += strcspn(p, "\n"), p += *p == '\n') {
            size_t n = strcspn(p, "\n"), at = strspn(p, " ");
            for (size_t i = 0; i < sizeof opens / sizeof *opens; i++)
                assert_false(n >= strlen(opens[i]) && strncmp(p + n - strlen(opens[i]), opens[i], strlen(opens[i])) == 0);
            for (size_t i = 0; i < sizeof closes / sizeof *closes; i++)
                assert_false(strncmp(p + at, closes[i], strlen(closes[i])) == 0);
        }
        free(out);
    }
}

static char *laid_out(const char *text, int width)
{
    char *out;
    size_t size;
    FILE *f = paper(&out, &size);
    markdown_print(f, text, strlen(text), width);
    fclose(f);
    return out;
}

static void markdown_becomes_plain(void **state)
{
    static const char text[] =
        "# 規則 `x`\n\nSome **bold** and *soft* words,\nand [a link](to/it).\n\n- XX1.1 A rule\n  that goes on.\n- an item\n\n"
        "| yaku | worth |\n|---|---|\n| `a` **b** | 2 \\* 3 |\n| 光 | ten |\n";
    char *out = laid_out(text, 80);
    (void)state;
    assert_string_equal(out,
                        "規則 x\n======\n\nSome bold and soft words, and a link.\n\nXX1.1 A rule that goes on.\n- an item\n\n"
                        "yaku  worth\na b   2 * 3\n光    ten\n");
    free(out);
    out = laid_out("| kind | a column that is much too wide |\n|---|---|\n| 花 | one two three four five |\n", 20);
    assert_string_equal(out, "花\n  a column that is\n    much too wide:\n    one two three\n    four five\n");
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_language_is_chosen_as_gettext_does),
        cmocka_unit_test(plural_forms_fit),
        cmocka_unit_test(words_are_recognised_in_both_languages),
        cmocka_unit_test(letters_have_columns),
        cmocka_unit_test(lines_keep_to_the_screen),
        cmocka_unit_test(lines_of_japanese_keep_brackets),
        cmocka_unit_test(markdown_becomes_plain),
    };
    return cmocka_run_group_tests_name("speech", tests, NULL, NULL);
}
