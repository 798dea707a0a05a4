#!/usr/bin/env python3
"""Times `grade --full` for the solution of every timed exercise: bench_full.py WARPSCHOOL [EXERCISE...]

Prints a Markdown table: wall time, processor time of all children, level of trust, medal. Exits with
1 if a solution is not confirmed. Nothing is recorded.
"""
import json
import resource
import subprocess
import sys
import time


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def exercises(program):
    return subprocess.run([program, "list", "--names"], capture_output=True, text=True, check=True).stdout.split()


def grade(program, exercise, *options):
    command = [program, "grade", exercise, "--solution", "--no-record", "--seed", "5", "--json", *options]
    wall, used = time.monotonic(), processor_seconds()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    verdict = json.loads(done.stdout) if done.stdout else None
    return verdict, time.monotonic() - wall, processor_seconds() - used


def main():
    program, chosen = sys.argv[1], sys.argv[2:]
    all_confirmed = True
    print("| exercise | sampled | full | processor, full | trust | medal |\n|---|---|---|---|---|---|")
    for exercise in chosen or exercises(program):
        sampled, sampled_s, _ = grade(program, exercise)
        if not sampled or not sampled["time"]["available"]:
            continue
        full, full_s, full_used = grade(program, exercise, "--full")
        is_confirmed = full is not None and full["status"] == "pass" and full["trust"] == "full"
        all_confirmed = all_confirmed and is_confirmed
        trust = full["trust"] if full else "no verdict"
        note = "" if is_confirmed or not full else f" ({full['status']}: {full['time'].get('note') or full['message']})"
        print(f"| {exercise} | {sampled_s:.1f} s, {sampled['trust']} | {full_s:.1f} s | {full_used:.1f} s "
              f"| {trust}{note} | {full['time']['medal'] if full else ''} |", flush=True)
    return 0 if all_confirmed else 1


if __name__ == "__main__":
    sys.exit(main())
