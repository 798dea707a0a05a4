#!/usr/bin/env bash
# Reads the texts of the interface and the sentences of verdicts out of the sources into
# po/warpschool.pot and merges them into each po/*.po.
# With --template FILE only the template is written, there.
set -eu
cd "$(dirname "$0")/.."
template=po/warpschool.pot
[ "${1:-}" = --template ] && template=$2
tables="src/grader/pattern/patterns.def src/vgpu/origins.def src/vgpu/finding_texts.def src/grader/diagnose/diagnoses.def src/grader/value/sentences.def src/vgpu/counters.def"
{ grep -rlE '\b(_|N_)\("' src --include='*.c' --include='*.h' --include='*.def'; echo po/tables.c; printf '%s\n' $tables; } | LC_ALL=C sort |
    xgettext --from-code=UTF-8 --language=C --keyword=_ --keyword=N_ --keyword=FINDING_DIAGNOSIS:3 \
        --keyword=PATTERN_DIAGNOSIS:2 --keyword=GATE_DIAGNOSIS:2 --keyword=SENTENCE:2 --keyword=COUNTER:3 --keyword=PATTERN:4 --keyword=SMALL_GRID:2 --keyword=ORIGIN:3 \
        --keyword=TEXT:2 --keyword=TEXT_COUNT:2,3 \
        --flag=SENTENCE:2:no-c-format --flag=FINDING_DIAGNOSIS:3:no-c-format \
        --flag=PATTERN_DIAGNOSIS:2:no-c-format --flag=PATTERN:4:no-c-format --flag=TEXT:2:no-c-format --flag=TEXT_COUNT:2:no-c-format \
        --no-wrap --no-location --omit-header \
        --files-from=- --output=- |
    { printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'; cat; } >"$template"
[ "${1:-}" = --template ] && exit 0
for catalogue in po/*.po; do
    msgmerge --quiet --no-wrap --no-fuzzy-matching --update --backup=off "$catalogue" "$template"
    msgattrib --no-wrap --no-obsolete --output-file="$catalogue" "$catalogue"
done
