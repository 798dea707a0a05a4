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
[ "$(complete_words warpschool help gra)" = grade ] || fail "bash completes no command after help"
[ "$(complete_words warpschool certificate ver)" = verify ] || fail "bash completes no verb"
[ "$(complete_words warpschool grade --format g)" = gcc ] || fail "bash completes no value of an option"
[ "$(complete_words warpschool --lang)" = --language ] || fail "bash completes no option before a command"
PATH=$scratch/bin:$PATH
[ "$(complete_words warpschool grade vector_a)" = vector_add ] || fail "bash completes no exercise"
[ "$(complete_words warpschool show w01-vec)" = w01-vector-add ] || fail "bash completes no lesson"
echo "all as expected"
