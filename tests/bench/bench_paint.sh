#!/usr/bin/env bash
# bench_paint.sh PROGRAM: milliseconds from a key to the end of its paint, in a pseudo-terminal of
# 120 x 40. It measures the map, its search and an exercise, with 500 lessons and 10 000 attempts. A
# paint ends when the terminal gets nothing for 8 ms. That wait is not counted.
set -eu
program=${1:?usage: bench_paint.sh PROGRAM}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export WARPSCHOOL_STATE=$scratch/state HOME=$scratch TERM=xterm-256color LANG=C.UTF-8
"$program" author-new lesson_0 --into "$scratch/pack" --week 3 >"$scratch/out"
solution=$(dirname "$0")/../../solutions/week01/vector_add.cu
"$program" grade vector_add --file "$solution" --device virtual >"$scratch/out"
python3 - "$program" "$scratch" <<'PYTHON'
import fcntl, os, pathlib, pty, select, shutil, signal, sqlite3, statistics, struct, sys, termios, time

program, scratch = sys.argv[1], pathlib.Path(sys.argv[2])
LESSONS, ATTEMPTS, QUIET_S = 500, 10_000, 0.008


def grow_pack():
    """Copies of the skeleton under other names, so that there are LESSONS in all."""
    skeletons = [path for path in (scratch / "pack").rglob("*") if path.is_file()]
    texts = {path: path.read_text() for path in skeletons}
    for i in range(1, LESSONS - 35):
        for path, text in texts.items():
            target = pathlib.Path(str(path).replace("lesson_0", f"lesson_{i}"))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text.replace("lesson_0", f"lesson_{i}").replace("lesson-0", f"lesson-{i}"))


def grow_history():
    with sqlite3.connect(scratch / "state" / "warpschool.db") as store:
        columns = [row[1] for row in store.execute("pragma table_info(attempt)") if row[1] != "id"]
        names = ", ".join(columns)
        row = list(store.execute(f"select {names} from attempt").fetchone())
        row[columns.index("exercise")] = "vector_add"
        store.executemany(f"insert into attempt ({names}) values ({', '.join('?' * len(row))})", [row] * (ATTEMPTS - 1))


def read_until_quiet(terminal, first_s):
    """Seconds until the last byte, and how many bytes there were."""
    begin = last = time.monotonic()
    count, wait = 0, first_s
    while select.select([terminal], [], [], wait)[0]:
        count += len(os.read(terminal, 1 << 16))
        last, wait = time.monotonic(), QUIET_S
    return last - begin, count


def paint(terminal, keys, rounds):
    times = []
    for _ in range(rounds):
        for key in keys:
            os.write(terminal, key.encode())
            elapsed, count = read_until_quiet(terminal, 0.1)
            if count:
                times.append(elapsed * 1e3)
    return times


def open_shell():
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(program, [program, "shell", "--pack", str(scratch / "pack")])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.kill(pid, signal.SIGWINCH)
    read_until_quiet(terminal, 3)
    time.sleep(1)
    read_until_quiet(terminal, 0.2)
    return pid, terminal


grow_pack()
grow_history()
pid, terminal = open_shell()
rows = [("map", "\x1b", ["j", "j", "k", "G", "g"]), ("search", "/", ["l", "e", "\x7f", "\x7f"]),
        ("exercise", "\x1b/vect\r\r\t", ["\x1b[C", "\x1b[D"])]
print(f"{'screen':<12}{'keys':>6}{'median ms':>12}{'worst ms':>12}")
for name, enter, keys in rows:
    for key in enter:
        os.write(terminal, key.encode())
        time.sleep(0.4)
    read_until_quiet(terminal, 0.5)
    times = paint(terminal, keys, 10)
    print(f"{name:<12}{len(times):>6}{statistics.median(times):>12.1f}{max(times):>12.1f}" if times else f"{name:<12} none")
os.kill(pid, signal.SIGKILL)
PYTHON
