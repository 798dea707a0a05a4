#!/usr/bin/env bash
# tmux_terminals.sh PROGRAM: the shell on several kinds of terminals. It starts, is readable, uses
# the mouse if there is one, and restores the terminal. Exits with 77 if it cannot run.
set -u
program=${1:?usage: tmux_terminals.sh PROGRAM}
command -v tmux >/dev/null || { echo "skipped: no tmux"; exit 77; }
scratch=$(mktemp -d)
export WARPSCHOOL_STATE=$scratch/state LC_ALL=C.UTF-8
unset TMUX NO_COLOR COLORFGBG
server=warpschool-terminals-$$
in_tmux() { tmux -L "$server" -f /dev/null "$@"; }
trap 'in_tmux kill-server 2>/dev/null; rm -rf "$scratch"' EXIT
fail() {
    printf 'FAILED: %s. The screen was:\n' "$1"
    in_tmux capture-pane -p -t t
    exit 1
}
see() {
    local deadline=$((SECONDS + 20))
    until in_tmux capture-pane -S -60 -p -t t | grep -qF -- "$1"; do
        [ $SECONDS -lt $deadline ] || fail "never saw '$1' ($2)"
        sleep 0.05
    done
}

in_tmux new-session -d -s t -x 80 -y 24 "PS1='\$ ' bash --norc --noprofile"
in_tmux send-keys -t t "stty -a > $scratch/before" Enter
sleep 0.5
for terminal in xterm-256color xterm-16color xterm screen tmux-256color linux vt100; do
    infocmp "$terminal" >/dev/null 2>&1 || continue
    for options in "" "--color never"; do
        in_tmux send-keys -t t "clear; TERM=$terminal $program shell w01-hello-grid $options; echo left-\$?" Enter
        see "One program, many threads" "$terminal $options"
        in_tmux send-keys -t t q
        see "left-0" "$terminal $options"
        in_tmux capture-pane -p -t t | grep -qx 'left-0 *' || fail "the footer is left behind on $terminal"
        in_tmux send-keys -t t "clear; stty -a > $scratch/after; echo check''ed" Enter
        see checked "$terminal"
        cmp -s "$scratch/before" "$scratch/after" || fail "settings changed on $terminal"
        state=$(in_tmux display-message -p -t t '#{alternate_on} #{cursor_flag} #{mouse_any_flag}')
        [ "$state" = "0 1 0" ] || fail "screen, cursor or mouse were not given back on $terminal: $state"
    done
done

in_tmux send-keys -t t "clear; TERM=dumb $program shell w01-hello-grid; echo left-\$?" Enter
see "going on line by line (--plain)" dumb
in_tmux send-keys -t t q Enter
see "left-0" dumb

in_tmux send-keys -t t "clear; echo cle''ared" Enter # else the lesson's words are still there
see "cleared" mouse
in_tmux clear-history -t t
in_tmux send-keys -t t "TERM=xterm-256color $program" Enter
see "A CPU core runs" mouse
[ "$(in_tmux display-message -p -t t '#{mouse_any_flag}')" = 1 ] || fail "the mouse is not asked for"
in_tmux send-keys -t t Escape
see "▾ Week 0" mouse
# xterm's reports of a press and release in column 8, row 4. The first marks week 0; the second
# folds it.
for _ in 1 2; do
    in_tmux send-keys -t t -l $'\033[<0;8;4M\033[<0;8;4m'
    sleep 0.3
done
see "▸ Week 0" mouse
in_tmux send-keys -t t -l $'\033[4~' # End as tmux sends it, which this TERM does not name
in_tmux send-keys -t t Right
see "▾ Week 5" "End in tmux"
in_tmux send-keys -t t -l $'\033[1~'
in_tmux send-keys -t t Right
see "▾ Week 0" "Home in tmux"
in_tmux send-keys -t t q

# After bytes of the mouse, nothing but a resize wakes the program. Its rule then has the new width.
rule() { printf '─%.0s' $(seq "$1"); }
follows_resize() { # follows_resize PRESS RELEASE WORDS
    in_tmux send-keys -t t -l "$1"
    sleep 0.1
    in_tmux send-keys -t t -l "$2"
    sleep 0.1
    in_tmux resize-window -t t -x 120 -y 30
    see "$(rule 120)" "$3"
    in_tmux resize-window -t t -x 80 -y 24
}
in_tmux send-keys -t t "clear; TERM=xterm-256color $program shell w01-hello-grid" Enter
see "One program, many threads" mouse
for button in 0 1 2 64 65 66 67 128; do
    follows_resize $'\033'"[<$button;20;8M" $'\033'"[<$button;20;8m" "SGR button $button"
done
in_tmux send-keys -t t q
in_tmux send-keys -t t "clear; TERM=tmux-256color $program shell w01-hello-grid" Enter
see "One program, many threads" mouse
for button in ' ' '!' '"' '`' a b c; do
    follows_resize $'\033[M'"${button}4(" $'\033[M#4(' "X10 button $button"
done
in_tmux send-keys -t t q
echo "all as expected"
