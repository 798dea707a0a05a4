#!/usr/bin/env bash
# tmux_microscope.sh PROGRAM: a learner steps through an off-by-one in a real terminal. The screen
# shows the C variables of the thread that reads past the end. Lines go forwards and back, another
# lane and the registers are one key away. The same at three sizes and without colour. Exits with 77
# if it cannot run.
set -u
program=$(realpath "${1:?usage: tmux_microscope.sh PROGRAM}")
command -v tmux >/dev/null || { echo "skipped: no tmux"; exit 77; }

scratch=$(mktemp -d)
export WARPSCHOOL_STATE=$scratch/state LANG=C.UTF-8 LC_ALL=C.UTF-8 VISUAL=true
unset TMUX NO_COLOR COLORFGBG
server=warpschool-microscope-$$
in_tmux() { tmux -L "$server" -f /dev/null "$@"; }
finish() { in_tmux kill-server 2>/dev/null; rm -rf "$scratch"; }
trap finish EXIT

screen() { in_tmux capture-pane -p -t look; }
fail() {
    printf 'FAILED: %s. The screen was:\n' "$1"
    screen
    exit 1
}
press() { in_tmux send-keys -t look "$@"; }
# see TEXT [SECONDS]: waits until the screen shows it.
see() {
    local deadline=$((SECONDS + ${2:-20}))
    until screen | grep -qF -- "$1"; do
        [ $SECONDS -lt $deadline ] || fail "never saw '$1'"
        sleep 0.05
    done
}

"$program" doctor 2>/dev/null | grep -qE '^good +NVRTC' || { echo "skipped: no NVRTC"; exit 77; }
"$program" start vector_add >/dev/null || exit 1
cat > "$WARPSCHOOL_STATE/work/week01/vector_add.cu" <<'EOF'
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        float sum = a[i];
        sum += b[i];
        c[i] = sum;
    }
}
EOF

visits=0
# look COLUMNS ROWS: one visit at that size.
look() {
    visits=$((visits + 1))
    in_tmux new-session -d -s look -x "$1" -y "$2" "$program shell vector_add"
    see vector_add
    press r
    see "attempt $visits  unsafe" 60
    press w
    see "Unoptimised" 60
    see "lane 1: thread (1,0,0)" # the one that reads past the end
    see "start of a, 1 element"
    press Home Right Right
    see "line 5"
    see "* i "
    press Right
    see "line 6"
    see "not set yet"
    press Right
    see "line 7"
    see "* sum"
    press Left
    see "line 6"
    press ">"
    see "lane 2: thread (2,0,0)"
    press t 8 Enter
    see "line 8"
    see "* sum"
    press v
    see "st.global" 60
    press v
    see "start of a, 1 element" 60
    press Escape
    see "Task"
    in_tmux kill-server
    while in_tmux has-session 2>/dev/null; do sleep 0.05; done
}
look 80 24
look 120 40
NO_COLOR=1 look 200 50
echo "the microscope shows variables at three sizes"
