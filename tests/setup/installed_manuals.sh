#!/usr/bin/env bash
# installed_manuals.sh BUILD_FOLDER: an installation has the man page and working completions.
set -u
build=${1:?usage: installed_manuals.sh BUILD_FOLDER}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "FAILED: $1"
    exit 1
}
cmake --install "$build" --prefix "$scratch" >/dev/null || fail "it cannot be installed"
share=$scratch/share
grep -q '^\.SH COMMANDS' "$share/man/man1/warpschool.1" || fail "there is no man page"
grep -q '^#compdef warpschool' "$share/zsh/site-functions/_warpschool" || fail "there are no completions for zsh"
grep -q '^complete -c warpschool' "$share/fish/vendor_completions.d/warpschool.fish" ||
    fail "there are no completions for fish"

# complete WORD...: what bash offers for the last word
complete_words() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _warpschool; echo "${COMPREPLY[*]}"' \
        bash "$share/bash-completion/completions/warpschool" "$@"
}
[ "$(complete_words warpschool gra)" = grade ] || fail "bash completes no command"
[ "$(complete_words warpschool grade --no-r)" = --no-record ] || fail "bash completes no option"
PATH=$scratch/bin:$PATH
[ "$(complete_words warpschool grade vector_a)" = vector_add ] || fail "bash completes no exercise"
echo "all as expected"
