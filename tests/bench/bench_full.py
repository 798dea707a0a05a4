#!/usr/bin/env python3
"""Times `grade --full` for the solution of every timed exercise:

    bench_full.py WARPSCHOOL [--jobs N] [EXERCISE...]

Prints a Markdown table as exercises end: the sampled grading, the run of every block with the
estimate from before it, processor time and the largest memory of its processes, warp instructions
and their share of the budget, level of trust and medal. N exercises run at a time and share the
processors. Exits with 1 if a solution is not confirmed. Nothing is recorded.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

COLUMNS = ("exercise", "sampled", "full: estimated", "measured", "processor", "memory", "instructions",
           "of the budget", "trust", "medal")


def exercises(program):
    return subprocess.run([program, "list", "--names"], capture_output=True, text=True, check=True).stdout.split()


def grade(program, exercise, threads, *options):
    """The verdict, or None with an error; wall and processor seconds; the largest process in MiB."""
    command = [program, "grade", exercise, "--solution", "--no-record", "--seed", "5", "--device", "virtual", "--json",
               "--threads", str(threads), *options]
    with tempfile.TemporaryFile() as out:
        began = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        wall = time.monotonic() - began
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    return json.loads(text) if text else None, wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(program, exercise, threads):
    """A row of the table and whether the solution is confirmed. None: the exercise is not timed."""
    sampled, sampled_s, _, _ = grade(program, exercise, threads)
    if sampled and sampled["trust"] == "full":
        return None
    full, _, used_s, memory_mib = grade(program, exercise, threads, "--full") if sampled else (None, 0, 0, 0)
    if not full:
        return (exercise, f"{sampled_s:.1f} s", *[""] * 6, "no verdict", ""), False
    run = full["full_run"]
    is_confirmed = full["status"] == "pass" and full["trust"] == "full"
    note = "" if is_confirmed else f" ({full['status']}: {full['time'].get('note') or full['message']})"
    share = run["instructions"] / run["budget"] if run["budget"] else 0
    return (exercise, f"{sampled_s:.1f} s", f"{sampled['full_run']['estimated_s']:.0f} s", f"{run['seconds']:.1f} s",
            f"{used_s:.1f} s", f"{memory_mib:.0f} MiB", f"{run['instructions'] / 1e6:.1f} M", f"{100 * share:.1f} %",
            full["trust"] + note, full["time"]["medal"]), is_confirmed


def main():
    parser = argparse.ArgumentParser(description="Times grade --full for the solution of every timed exercise.")
    parser.add_argument("program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("exercises", nargs="*")
    given = parser.parse_intermixed_args()
    threads = max(1, min(64, len(os.sched_getaffinity(0)) // given.jobs))
    all_confirmed = True
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS), flush=True)
    with ThreadPoolExecutor(given.jobs) as pool:
        chosen = given.exercises or exercises(given.program)
        for row in pool.map(lambda exercise: measure(given.program, exercise, threads), chosen):
            if row:
                print("| " + " | ".join(row[0]) + " |", flush=True)
                all_confirmed = all_confirmed and row[1]
    return 0 if all_confirmed else 1


if __name__ == "__main__":
    sys.exit(main())
