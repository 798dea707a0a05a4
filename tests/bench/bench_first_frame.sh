#!/usr/bin/env bash
# bench_first_frame.sh PROGRAM [RUNS]: milliseconds from the program's start to the shell's first
# frame, in a pseudo-terminal of 80 x 24. The frame is complete when the footer's last word arrives.
set -u
program=${1:?usage: bench_first_frame.sh PROGRAM [RUNS]}
runs=${2:-20}
WARPSCHOOL_STATE=$(mktemp -d)
export WARPSCHOOL_STATE TERM=xterm-256color LANG=C.UTF-8
trap 'rm -rf "$WARPSCHOOL_STATE"' EXIT
python3 - "$program" "$runs" <<'PYTHON'
import fcntl, os, pty, signal, statistics, struct, sys, termios, time

def first_frame(program):
    begin = time.monotonic()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(program, [program])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""
    while b"quit" not in seen:
        chunk = os.read(terminal, 65536)
        if not chunk:
            raise SystemExit("the shell ended before its first frame")
        seen += chunk
    elapsed = 1e3 * (time.monotonic() - begin)
    os.write(terminal, b"q")
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass
    os.waitpid(pid, 0)
    return elapsed

times = [first_frame(sys.argv[1]) for _ in range(int(sys.argv[2]))][1:]
print(f"first frame: median {statistics.median(times):.1f} ms, least {min(times):.1f}, most {max(times):.1f} "
      f"({len(times)} runs)")
PYTHON
