#!/bin/sh
# po.sh [check]: updates the translations with GNU gettext. Texts are collected from t("…"), tn("…", "…", n) and mark("…") in the
# page and from the library's help texts (web/words.mjs), into po/irori.pot; every po/LANGUAGE.po follows. What is translated
# stays; what resembles a text that was there is kept as `fuzzy`, for somebody to look at; what nobody says any more goes.
# With `check` it writes nothing and says, as TAP, what is missing, untranslated, fuzzy, superfluous or has other {names}.
# The terminal's texts (src/cli/speech.h) are collected from the C sources in the same way, into po/terminal/irori.pot; what the page
# says in the same words is copied from its catalogue. `terminal` after the other words does only these, and needs no page.
# It needs web/gen/catalogue.json, which scripts/web.sh makes. A new language: msginit -l xx -i po/irori.pot -o po/xx.po
set -eu
cd "$(dirname "$0")/.."
if ! command -v xgettext >/dev/null; then
    [ "${1:-}" != check ] || { echo "1..0 # SKIP gettext is not installed"; exit 0; }
    echo "po.sh: there is no xgettext here; install gettext" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pot=$work/irori.pot

# head_and_flags: what xgettext wrote, with our head and our marks.
head_and_flags() {
    awk 'BEGIN { RS = "" }
        NR == 1 {
            print "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\""
            next
        }
        /\{[A-Za-z_][A-Za-z_0-9]*\}/ { sub(/(^|\n)msgid /, "\n#, perl-brace-format&"); sub(/format\n\n/, "format\n") }
        { print "\n" $0 }'
}

# collect: makes $pot. xgettext writes a header with dates and blanks to fill in; ours has what readers need. Texts with {names} are
# marked perl-brace-format, which is gettext's word for them: msgfmt --check then compares the names, and so do translators' editors.
collect() {
    node web/words.mjs "$work/js" >"$work/files" || return 1
    (cd "$work/js" && xgettext --language=JavaScript --from-code=UTF-8 --add-location=file --no-wrap --keyword --keyword=t:1 \
        --keyword=tn:1,2 --keyword=mark:1 --files-from="$work/files" --output="$work/raw.pot") 2>"$work/said" ||
        { cat "$work/said" >&2; return 1; }
    head_and_flags <"$work/raw.pot" >"$pot"
}

# texts FILE: its messages alone, sorted: where a text is said may change without anybody having to translate it again.
texts() { msgcat --no-location --sort-output --no-wrap "$1"; }

# verdict TEXT COMMAND...: a TAP line. A command that fails, or says anything, is a fault.
count=0
failed=0
verdict() {
    what=$1
    count=$((count + 1))
    shift
    if out=$("$@" 2>&1) && [ -z "$out" ]; then
        echo "ok $count - $what"
    else
        printf '%s\n' "$out" | head -n 40 | sed 's/^/# /'
        echo "not ok $count - $what"
        failed=1
    fi
}
same_texts() {
    texts "$1" >"$work/now"
    texts "$2" >"$work/was"
    diff "$work/was" "$work/now" >"$work/diff" || { grep '^[<>]' "$work/diff"; false; }
}
well_formed() { msgfmt --check --output-file=/dev/null "$1" 2>"$work/said" || { grep -v 'header field .* missing' "$work/said"; false; }; }

# collect_terminal: makes $terminal. {names} are marked as above; a text with "%" in it is no format of C.
terminal=$work/terminal.pot
collect_terminal() {
    find src/cli games cards src/core/errors.c src/core/record.c -name '*.[ch]' ! -name observe.c | LC_ALL=C sort >"$work/files" # observe.c speaks to programs
    xgettext --language=C --from-code=UTF-8 --add-location=file --no-wrap --keyword --keyword=tr:1 --keyword=tr_of:1c,2 --keyword=mark:1 --keyword=IR_HELP:1 --keyword=IR_SAYS:1 --keyword=fail_word:1 --keyword=fail_found:1 \
        --keyword=typed:2c,3 --keyword=phrase:1 --keyword=phrase_n:1,2 --keyword=phrase_1:1,2 --keyword=say:2 --keyword=say_n:2,3 \
        --keyword=line:2 --keyword=line_n:2,3 --keyword=print:1 --files-from="$work/files" --output="$work/raw.pot" 2>"$work/said" ||
        { cat "$work/said" >&2; return 1; }
    # numbers of rules ("XX5.3") are no texts
    awk 'BEGIN { RS = ""; ORS = "\n\n" } !/msgid "[A-Z][A-Z][0-9.]+"\n/' "$work/raw.pot" | sed -e '/^#, c-format$/d' -e '/^#, no-c-format$/d' |
        head_and_flags >"$terminal"
}

# update POT FILE.po COMPENDIUM: brings a catalogue up to date.
update() {
    if [ -n "$3" ]; then
        msgmerge --quiet --no-wrap --add-location=file --no-fuzzy-matching --compendium="$3" "$2" "$1" >"$work/merged"
    else
        msgmerge --quiet --no-wrap --add-location=file "$2" "$1" >"$work/merged"
    fi
    msgattrib --no-obsolete --no-wrap --output-file="$work/po" "$work/merged"
    cp "$work/po" "$2"
    printf '%s: ' "$2"
    msgfmt --statistics --output-file=/dev/null "$2" 2>&1
}

# verify POT FOLDER: the verdicts on its catalogues.
verify() {
    verdict "$2/irori.pot has every text of the sources; sh scripts/po.sh collects them" same_texts "$1" "$2/irori.pot"
    for po in "$2"/*.po; do
        verdict "$po: everything is translated" msgcmp "$po" "$1"
        verdict "$po: names in braces and plural forms fit" well_formed "$po"
    done
}

only=
[ "${1:-}" != terminal ] || { only=terminal; shift; }
[ -n "$only" ] || collect
collect_terminal
if [ "${1:-}" = check ]; then
    [ -n "$only" ] || verify "$pot" po
    verify "$terminal" po/terminal
    echo "1..$count"
    exit "$failed"
fi
if [ -z "$only" ]; then
    cp "$pot" po/irori.pot
    for po in po/*.po; do
        update "$pot" "$po" ""
    done
fi
cp "$terminal" po/terminal/irori.pot
for po in po/terminal/*.po; do
    page=po/${po##*/}
    [ -f "$page" ] || page=
    update "$terminal" "$po" "$page"
done
