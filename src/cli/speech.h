/* speech.h: what players read, in their language. English is the key of a text; po/terminal/LANGUAGE.po has the others,
 * compiled in (scripts/speech.py). A text is a whole sentence with {names} for what is filled in, as in the page
 * (web/README.md), so that every language can have its own order of words. scripts/po.sh collects tr(), tr_of(), mark(),
 * typed(), phrase(), phrase_n(), say(), say_n(), line() and line_n().
 *
 * A command that is for players calls speech_start() first; before that, and for everybody else, all is English. */
#ifndef IR_SPEECH_H
#define IR_SPEECH_H

#include <stddef.h>
#include <stdio.h>

/* Chooses the language: of LANGUAGE, LC_ALL, LC_MESSAGES and LANG, as gettext does. No locale has to be installed. */
void speech_start(void);
const char *speech_language(void); /* "en", "uk", ...: also the name of the rules' text */

const char *tr(const char *text);                             /* a text without {names} */
const char *tr_of(const char *context, const char *text);     /* one that means something else elsewhere */
const char *tr_n(const char *one, const char *other, long n); /* the form for a number */
#define mark(text) text                                       /* a text that is data; tr() comes later */

/* Fills in the {names}: names and values in turn, up to NULL. The result lasts until many more were made. */
const char *filled(const char *text, const char *const *values);
const char *number(long n);
const char *signed_number(long n);                                /* +3, 0, -2 */
const char *decimal(double x, int digits, int plus);              /* 4.3 or 4,3; never -0.0; plus: with its sign */
const char *also(const char *list, const char *item);             /* "a, b" and then "a, b, c"; a list begins as "" */
const char *either(const char *list, const char *item, int last); /* "a or b" */

/* phrase("{name} begins", "name", name) is a text; phrase_n("{n} card", "{n} cards", n, ...) one with a number, its {n}. */
#define phrase(text, ...)            filled(tr(text), (const char *const[]){__VA_ARGS__, NULL})
#define phrase_n(one, other, n, ...) filled(tr_n(one, other, n), (const char *const[]){"n", number(n), __VA_ARGS__, NULL})
#define phrase_1(one, other, n)      filled(tr_n(one, other, n), (const char *const[]){"n", number(n), NULL}) /* nothing but {n} */
#define say(out, ...)                fputs(phrase(__VA_ARGS__), out)
#define say_n(out, ...)              fputs(phrase_n(__VA_ARGS__), out)
#define line(out, ...)               fprintf(out, "%s\n", phrase(__VA_ARGS__))
#define line_n(out, ...)             fprintf(out, "%s\n", phrase_n(__VA_ARGS__))

const char *cut(const char *text);         /* something that was typed, for a sentence about it: at most 40 letters */
const char *level_name(const char *level); /* of a bot */
/* A player's name from a record: "Player 2" and "bot:hard", which the program wrote there, in the player's language; `nobody`
 * if there is none. */
const char *name_shown(const char *name, const char *nobody);

/* ---- letters ---- */

/* The next letter of UTF-8, and where the one after it begins; a byte that is no UTF-8 is a letter. */
const char *letter_next(const char *text, unsigned *letter);
/* 0: it shows nothing, but turns the direction of the text or hides in it. Texts of others may have such letters. */
int letter_shown(unsigned letter);
/* The same text with "?" for every control character, and without those that hide: safe to print, whoever wrote it. */
const char *harmless(const char *text);
int letter_columns(unsigned letter);                  /* 0 (an accent), 1, or 2 (Japanese, emoji) */
int columns(const char *text, size_t n);              /* of the first n bytes */
void lower(char *out, size_t size, const char *text); /* small letters, as answers are compared */
/* Is the answer, in small letters, this word: in English, or in the player's language? typed() is for words that are only
 * typed. */
int same_word(const char *answer, const char *word);
int typed(const char *answer, const char *context, const char *word);
void padded(FILE *, const char *text, int width); /* with blanks behind it; before it, if the width is negative */

#endif
