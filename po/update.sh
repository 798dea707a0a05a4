#!/usr/bin/env bash
# Reads the texts of the interface, the sentences of verdicts and the errors that learners meet out
# of the sources into po/warpschool.pot and merges them into each po/*.po. Lessons give their
# titles, objectives, areas and slips, and the reasons of gates.
# With --template FILE only the template is written, there.
set -eu
cd "$(dirname "$0")/.."
template=po/warpschool.pot
[ "${1:-}" = --template ] && template=$2
tables="src/vgpu/findings.def src/grader/pattern/patterns.def src/vgpu/origins.def src/vgpu/finding_texts.def src/grader/diagnoses.def src/grader/value/sentences.def src/vgpu/counters.def src/compiler/log/hints.def"
# errors of authors, and of processes that talk to each other, stay English
errors="src/app src/base src/certificate src/cli src/compiler src/curriculum/load.c src/device/device.c src/device/roofline.c src/device/timing.c src/device/backend src/device/cuda src/device/virtual src/grader/grade src/grader/prepare src/grader/trial src/grader/value/input.c src/grader/value/input_check.c src/grader/value/scope.c src/plan/check src/plan/host src/plan/parse src/plan/run src/plan/statement src/program src/progress src/ptx src/timing src/tui src/vgpu"
english="src/app/author/|src/base/process/frame_|src/base/sandbox/|src/compiler/process/|src/device/virtual/stepping|src/plan/run/run_queue|src/grader/prepare/reference_slip"

# sources KEYWORDS: the sources that use them
sources() {
    grep -rlE "\b($1)\(" "${@:2}" --include='*.c' --include='*.h' --include='*.def'
}

# extract [OPTION...]: the sources are named on the standard input
extract() {
    LC_ALL=C sort -u | xgettext --from-code=UTF-8 --language=C --no-wrap --no-location --omit-header --files-from=- "$@"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{ sources '_|N_|ngettext|TOLD_COUNT|TOLD_TEXT' src; echo po/tables.c; printf '%s\n' $tables; } |
    extract --keyword=_ --keyword=N_ --keyword=FINDING_DIAGNOSIS:3 --keyword=RACE_DIAGNOSIS:2 --keyword=FINDING:5 \
        --keyword=PATTERN_DIAGNOSIS:2 --keyword=GATE_DIAGNOSIS:2 --keyword=SENTENCE:2 --keyword=COUNTER:3 --keyword=PATTERN:4 --keyword=SMALL_GRID:2 --keyword=ORIGIN:2 \
        --keyword=TEXT:2 --keyword=TEXT_COUNT:2,3 --keyword=TOLD_COUNT:1,2 --keyword=TOLD_TEXT:1 --keyword=HINT:3 \
        --flag=SENTENCE:2:no-c-format --flag=FINDING_DIAGNOSIS:3:no-c-format --flag=RACE_DIAGNOSIS:2:no-c-format \
        --flag=PATTERN_DIAGNOSIS:2:no-c-format --flag=PATTERN:4:no-c-format --flag=TEXT:2:no-c-format --flag=TEXT_COUNT:2:no-c-format \
        --flag=TOLD_COUNT:1:no-c-format --flag=HINT:3:no-c-format \
        --output="$scratch/texts.pot"
sources 'error_\w+|diagnostics_\w+|word_\w+|report|fail|mistake_add|run_refuse|decode_refuse|warp_fault\w*|parser_\w+' $errors | grep -vE "$english" |
    extract --join-existing --keyword --keyword=error_set:3 --keyword=error_tell:3 --keyword=error_tell_hint:2 --keyword=error_set_errno:2 --keyword=error_add_hint:2 \
        --keyword=error_add_context:2 --keyword=diagnostics_add:5 --keyword=diagnostics_hint:2 --keyword=word_error:3 \
        --keyword=word_expect:3 --keyword=word_expect_name:2 --keyword=report:3 --keyword=fail:3 --keyword=fail_at_token:2 --keyword=mistake_add:4 --keyword=run_refuse:4 --keyword=decode_refuse:2 --keyword=parser_fail:2 --keyword=parser_fail_at:3 --keyword=parser_give_up:2 --keyword=warp_fault:3 --keyword=warp_fault_as:4 \
        --flag=mistake_add:4:no-c-format --flag=run_refuse:4:no-c-format --output="$scratch/texts.pot"

# lesson_texts FILE...: the texts of these lessons that verdicts and lists show
lesson_texts() {
    # shellcheck disable=SC2046 # the flags are words
    "${CC:-cc}" -O1 -o "$scratch/lesson_texts" po/lesson_texts.c $(pkg-config --cflags --libs yaml-0.1)
    "$scratch/lesson_texts" "$@"
}
header() { printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'; }
mapfile -t lessons < <(find lessons -name '*.yaml' ! -name '*.*.yaml' ! -name glossary.yaml | LC_ALL=C sort)
{ header && lesson_texts "${lessons[@]}"; } | msguniq --no-wrap --output-file="$scratch/lessons.pot"
{ header && cat "$scratch/texts.pot"; } >"$scratch/sources.pot"
msgcat --use-first --no-wrap --output-file="$template" "$scratch/sources.pot" "$scratch/lessons.pot"
[ "${1:-}" = --template ] && exit 0
for catalogue in po/*.po; do
    msgmerge --quiet --no-wrap --no-fuzzy-matching --update --backup=off "$catalogue" "$template"
    msgattrib --no-wrap --no-obsolete --output-file="$catalogue" "$catalogue"
done
