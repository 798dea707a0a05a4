#!/usr/bin/env bash
# Editors: clang reads kernels with the flags of the work folder, and shows no false error. The
# recipes of doc/editors.md jump to the places of a verdict. `editors.sh PROGRAM all` reads every
# kernel of the course instead of a part.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
work="$WARPSCHOOL_STATE/work"
starter=transpose_coalesced

fail() {
    printf 'FAIL %s\n' "$@"
    failures=$((failures + 1))
}

# kernels [all]: starters, solutions, and right kernels that use CUDA's headers
kernels() {
    find exercises solutions -name '*.cu' | LC_ALL=C sort | awk -v all="${1:-}" 'all || NR % 10 == 1'
    grep -lE '^#include <(cuda|coop|mma|cub)|alignas' tests/judge/honest/*.cu tests/judge/solutions/*.cu
}

# Two starters hold a mistake on purpose: the first thing that a learner sees is its finding.
errors_meant() {
    case $1 in
    exercises/week00/*) echo 1 ;;
    *) echo 0 ;;
    esac
}

flags_of_work_folder() {
    sed -n "s/^    - '\(.*\)'$/\1/p" "$work/.clangd" | sed "s/''/'/g"
}

# read_kernels OPTION...: starts an exercise with the options, then reads kernels as clangd does
read_kernels() {
    local kernel output count
    rm -rf "$work"
    EDITOR=true "$program" edit "$starter" "$@" >/dev/null || fail "edit $starter"
    mapfile -t flags < <(flags_of_work_folder)
    while read -r kernel; do
        output=$(clang -fsyntax-only "${flags[@]}" "$kernel" 2>&1)
        count=$(grep -c 'error:' <<<"$output")
        [ "$count" = "$(errors_meant "$kernel")" ] || fail "$kernel: $count errors" "$output"
    done
}

if command -v clang >/dev/null; then
    read_kernels < <(kernels "${2:-}")
    read_kernels --toolkit "$scratch/no-toolkit" < <(kernels)
fi
if command -v clangd >/dev/null; then
    (cd "$work" && clangd --check="week01/$starter.cu" 2>&1) | grep -q 'All checks completed, 0 errors' ||
        fail "clangd --check"
fi

# --- recipes ---------------------------------------------------------------------------------
need_toolkit
mkdir "$scratch/bin" && ln -s "$(realpath "$program")" "$scratch/bin/warpschool"
PATH="$scratch/bin:$PATH"
kernel="$work/week01/$starter.cu"
EDITOR=true "$program" edit "$starter" >/dev/null || fail "edit $starter"
cp "tests/curriculum/wrong/$starter/strided_stores.cu" "$kernel"
place=$(warpschool grade "$starter" --format=gcc | grep -oP '^.*:\d+:\d+(?=: error: Line)')
[ "$place" = "$kernel:13:9" ] || fail "the missed gate is at $place"
expect 2 "--format takes text, json or gcc" grade "$starter" --format xml
sed 's|^//! launch vector_add(a,|//! launch vector_add(a + (0 - 4),|' solutions/week01/vector_add.cu >"$scratch/refused.cu"
line=$(grep -n "0 - 4" "$scratch/refused.cu" | cut -d: -f1)
expect 1 "refused.cu:${line:-none}:1: error: launch error" grade vector_add --file "$scratch/refused.cu" --format=gcc

recipe() { # recipe LANGUAGE: the block of doc/editors.md
    awk -v language="$1" '$0 == "```" language {on = 1; next} /^```/ {on = 0} on' doc/editors.md
}

# The pattern of the problem matcher reads each line that the program prints.
recipe json >"$scratch/tasks.json"
warpschool grade "$starter" --format=gcc >"$scratch/lines"
python3 - "$scratch/tasks.json" "$scratch/lines" "$kernel" <<'PYTHON' || fail "VS Code's problem matcher"
import json, re, sys
task = json.load(open(sys.argv[1]))["tasks"][0]
pattern = task["problemMatcher"]["pattern"]
lines = open(sys.argv[2]).read().splitlines()
found = [re.match(pattern["regexp"], line) for line in lines]
assert lines and all(found), lines
assert all((m[pattern["file"]], m[pattern["line"]], m[pattern["severity"]]) == (sys.argv[3], "13", "error") for m in found)
PYTHON

if command -v vim >/dev/null; then
    recipe vim >"$scratch/cuda.vim"
    vim -u NONE -i NONE -N -es -c "source $scratch/cuda.vim" -c 'silent make' \
        -c "call writefile(map(getqflist(), {i, v -> bufname(v.bufnr) . ':' . v.lnum . ':' . v.col . v.type}), '$scratch/vim')" \
        -c 'qa!' "$kernel" </dev/null >/dev/null 2>&1
    [ "$(sort -u "$scratch/vim")" = "$kernel:13:9e" ] || fail "vim: $(cat "$scratch/vim")"
fi

if command -v emacs >/dev/null; then
    recipe elisp >"$scratch/init.el"
    cat >"$scratch/try.el" <<ELISP
(find-file "$kernel")
(let ((process (get-buffer-process (compile compile-command))))
  (while (process-live-p process) (accept-process-output process 1))
  (accept-process-output nil 1))
(next-error)
(with-current-buffer (window-buffer)
  (princ (format "%s:%d" buffer-file-name (line-number-at-pos (window-point)))))
ELISP
    output=$(emacs -Q --batch -l "$scratch/init.el" -l "$scratch/try.el" 2>/dev/null)
    [[ "$output" == *"$kernel:13" ]] || fail "emacs: $output"
fi
finish
