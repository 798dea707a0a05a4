#!/usr/bin/env bash
# tmux_story.sh PROGRAM SOURCE_FOLDER: a new learner's first run in a real terminal. It reads,
# answers, and begins an exercise. An outside editor saves a wrong and then a right kernel, and both
# verdicts appear. It leaves and returns to the same place. The terminal survives a resize, a stop,
# a crash and a hang-up. Exits with 77 if it cannot run.
set -u
program=${1:?usage: tmux_story.sh PROGRAM SOURCE_FOLDER}
source=${2:?usage: tmux_story.sh PROGRAM SOURCE_FOLDER}
command -v tmux >/dev/null || { echo "skipped: no tmux"; exit 77; }

scratch=$(mktemp -d)
export WARPSCHOOL_STATE=$scratch/state LANG=C.UTF-8 LC_ALL=C.UTF-8 VISUAL=$scratch/editor
unset TMUX NO_COLOR COLORFGBG
server=warpschool-story-$$
work=$WARPSCHOOL_STATE/work/week01/hello_grid.cu

in_tmux() { tmux -L "$server" -f /dev/null "$@"; }
finish() { in_tmux kill-server 2>/dev/null; rm -rf "$scratch"; }
trap finish EXIT

screen() { in_tmux capture-pane -p -t story; }
fail() {
    printf 'FAILED: %s. The screen was:\n' "$1"
    screen
    exit 1
}
press() { in_tmux send-keys -t story "$@"; }

# see TEXT [SECONDS]: waits until the screen shows it.
see() {
    local deadline=$((SECONDS + ${2:-20}))
    until screen | grep -qF -- "$1"; do
        [ $SECONDS -lt $deadline ] || fail "never saw '$1'"
        sleep 0.05
    done
}

# resize COLUMNS ROWS: waits until the terminal has that size. tmux draws its own window in the new
# size at once, but tells a program at most once in 250 ms.
resize() {
    local deadline=$((SECONDS + 20)) tty
    tty=$(in_tmux display-message -p -t story '#{pane_tty}')
    in_tmux resize-window -t story -x "$1" -y "$2"
    until [ "$(stty -F "$tty" size)" = "$2 $1" ]; do
        [ $SECONDS -lt $deadline ] || fail "the terminal never had $1 columns and $2 rows"
        sleep 0.05
    done
}

# A shell prompt that shows the terminal's state: sane settings and no leftover modes.
start() {
    press "clear; stty -a > $scratch/before; $program; echo left-with-\$?" Enter
}
check_terminal() {
    # The typed line must not hold the text that is waited for: its echo comes before it runs.
    press "stty -a > $scratch/after; echo checked-with-\$?" Enter
    see checked-with-0
    diff "$scratch/before" "$scratch/after" || fail "the terminal's settings changed after $1"
    [ "$(in_tmux display-message -p -t story '#{alternate_on} #{cursor_flag}')" = "0 1" ] ||
        fail "the terminal's screen or cursor was not given back after $1"
}

# shellcheck disable=SC2016 # the editor expands it
printf '#!/bin/sh\necho "// edited" >> "$1"\n' > "$scratch/editor"
chmod +x "$scratch/editor"
"$program" doctor 2>/dev/null | grep -qE '^good +NVRTC' || { echo "skipped: no NVRTC"; exit 77; }

in_tmux new-session -d -s story -x 80 -y 24 "PS1='\$ ' bash --norc --noprofile"

start
see "Welcome to warpschool"
press Enter
see "1/"
press Escape
see "Next:"
press / "Pictures of" Enter
see "Draw first"
press Enter Enter Enter
see "In the blank"
press "i + k" Enter
see "Output 1 would read inputs 1, 2 and 3" 30
press Enter
sleep 1
see "tries 1"
press BSpace BSpace BSpace BSpace BSpace "2 * i + k" Enter
see "Right." 30
press Escape
see "Search"
press Escape
see "Next:"
echo "ok: a blank is filled by typing, and a wrong answer stays to be corrected"
press / "grid says" Enter
see "One program, many threads"
press Enter
press Enter
see "Question"
press 4
see "Right: 2 * 256 + 3"
see "2/11"
press Tab
see "not tried yet"
see "hello_grid.cu"
echo "ok: first run to the exercise"

wrong=$(grep -lE '^//\? status: wrong' "$source"/tests/curriculum/wrong/hello_grid/*.cu | head -1)
cp "$wrong" "$work"
see "wrong result"
echo "ok: a wrong kernel, written in place, is judged"
cp "$source/solutions/week01/hello_grid.cu" "$work.new"
mv "$work.new" "$work"
see "passed"
echo "ok: a right kernel, renamed into place, is judged"

press e
for _ in $(seq 200); do grep -q "^// edited" "$work" && break; sleep 0.05; done
see "passed"
see "P A S S E D"
grep -q '^// edited' "$work" || fail "the editor was not run on the file"
press Escape
resize 40 12
see "passed"
resize 150 50
see "13 of 13 cases"
resize 80 24
echo "ok: editor and resize"

press C-z
see "Stopped"
press "clear; fg; echo left-with-\$?" Enter
see "13 of 13 cases"
press q
see "left-with-0"
check_terminal "leaving"
start
see "13 of 13 cases"
echo "ok: stop, go on, leave, come back to the same place"

shell=$(in_tmux display-message -p -t story '#{pane_pid}')
pid=$(pgrep -P "$shell" -x "$(basename "$program")")
kill -SEGV "$pid"
see "left-with-139"
check_terminal "a crash"
start
see "13 of 13 cases"
pid=$(pgrep -P "$shell" -x "$(basename "$program")")
kill -TERM "$pid"
see "left-with-0"
check_terminal "SIGTERM"
echo "ok: the terminal is given back after a crash and after SIGTERM"

press "clear; $program grade vector_add --solution --no-record --device virtual; echo left-with-\$?" Enter
see "safe and right; timing ..." 60
see "; comparing its values ..." 60
see "left-with-0" 60
echo "ok: what is known before a kernel is timed is said before"

work=$WARPSCHOOL_STATE/work/week01/vector_add.cu
press "clear; $program shell vector_add; echo left-with-\$?" Enter
see "not tried yet"
cp "$source/solutions/week01/vector_add.cu" "$work"
see "Every block runs now" 60
see "full check"
cp "$source/exercises/week01/vector_add.cu" "$work"
for _ in $(seq 100); do screen | grep -qF "full check" || break; sleep 0.05; done
screen | grep -qF "full check" && fail "a save does not end the full check"
see "attempt 2" 60
press q
see "left-with-0"
press "clear; $program shell hello_grid; echo left-with-\$?" Enter
see "13 of 13 cases"
press q
see "left-with-0"
echo "ok: a pass is checked in full, until a save ends that"

press "clear; TERM=nonsense $program; echo left-with-\$?" Enter
see "going on line by line (--plain): the terminal 'nonsense'"
press "q" Enter
see "left-with-0"
start
see "13 of 13 cases"
pid=$(pgrep -P "$shell" -x "$(basename "$program")")
in_tmux kill-session -t story
for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.05
done
kill -0 "$pid" 2>/dev/null && { echo "FAILED: the program outlived its terminal"; exit 1; }
echo "ok: a lost terminal ends it"
