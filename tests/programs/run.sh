#!/usr/bin/env bash
# Runs whole CUDA programs and compares what they print, and which mistakes are named at which line.
# Lines of a program that the runner reads:
#     //? prints: LINE         the output has this line
#     //? status: N            exit status, else 0 for a program and 1 for a mistake
#     //? arguments: WORDS     arguments of the program
#     //? options: WORDS       options of `warpschool run`
#     //? files: NAMES         further files of the program
#     CODE //? finding: WORDS  a finding at this line contains these words
# usage: run.sh PROGRAM [NAME...]    NAME: vector_add, mistakes/leak
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/../cli/support.sh"
need_toolkit
compgen -c clang++ >/dev/null || { echo "skipped: no clang"; exit 77; }
program=$(realpath "$program")
folder=$(cd "$(dirname "$0")" && pwd)
shift
names=("$@")
passed=0

# head_of FILE WORD: the words after `//? WORD: ` in FILE, line by line
head_of() {
    sed -n "s|^//? $2: ||p" "$1"
}

# fail NAME MESSAGE: shows the output of the run, too
fail() {
    printf 'FAIL %s: %s\n' "$1" "$2"
    sed 's/^/    /' "$scratch/output"
    failures=$((failures + 1))
}

# named_at FILE LINE WORDS: whether a finding at the line contains the words
named_at() {
    grep -F -A 2 -- "$(basename "$1"):$2" "$scratch/output" | grep -qiF -- "$3"
}

# check_findings NAME FILE: each `//? finding:` must be named at its line
check_findings() {
    local line number words
    while IFS= read -r line; do
        number=${line%%:*}
        words=${line#*//? finding: }
        named_at "$2" "$number" "$words" || fail "$1" "line $number: no finding with '$words'"
    done < <(grep -n ' //? finding: ' "$2")
}

# check NAME FILE STATUS: runs the program and compares
check() {
    local name=$1 file=$2 status before=$failures actual expected file_name
    local -a options arguments files=("$file")
    status=$(head_of "$file" status)
    read -r -a options <<<"$(head_of "$file" options)"
    read -r -a arguments <<<"$(head_of "$file" arguments)"
    for file_name in $(head_of "$file" files); do
        files+=("$(dirname "$file")/$file_name")
    done
    (cd "$scratch" && timeout 120 "$program" run --device virtual "${options[@]}" "${files[@]}" -- "${arguments[@]}") \
        >"$scratch/output" 2>&1
    actual=$?
    [ "$actual" = "${status:-$3}" ] || fail "$name" "status $actual, expected ${status:-$3}"
    while IFS= read -r expected; do
        grep -qxF -- "$expected" "$scratch/output" || fail "$name" "does not print '$expected'"
    done < <(head_of "$file" prints)
    check_findings "$name" "$file"
    [ "$failures" = "$before" ] && passed=$((passed + 1))
}

# is_chosen NAME: whether NAME is among the names given, or none was
is_chosen() {
    [ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $1 "* ]]
}

for file in "$folder"/*.cu "$folder"/*/main.cu; do
    name=$(basename "$file" .cu)
    [ "$name" = main ] && name=$(basename "$(dirname "$file")")
    is_chosen "$name" && check "$name" "$file" 0
done
for file in "$folder"/mistakes/*.cu; do
    name=mistakes/$(basename "$file" .cu)
    is_chosen "$name" && check "$name" "$file" 1
done
echo "$passed programs are as expected"
[ $((passed + failures)) -gt 0 ] || { echo "no program has this name"; exit 1; }
finish
