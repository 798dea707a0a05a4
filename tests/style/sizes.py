#!/usr/bin/env python3
"""Checks the limits of files and functions under src/, and prints the lengths of functions.

A function has at most 60 lines, and a file at most 500, except tables in .def files. Every .c file
opens with a comment that describes it.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUNCTION_LINES_MAX = 60
FILE_LINES_MAX = 500


def function_lengths(lines):
    """Functions begin at a `{` in the first column and end at a `}` there, as clang-format lays them out."""
    begin = None
    for number, line in enumerate(lines, 1):
        if line.startswith("{"):
            begin = number
        elif line.startswith("}") and begin:
            yield begin, number - begin - 1
            begin = None


def main():
    mistakes, lengths = [], []
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        name, lines = path.relative_to(ROOT), path.read_text().splitlines()
        if len(lines) > FILE_LINES_MAX:
            mistakes.append(f"{name}: {len(lines)} lines, at most {FILE_LINES_MAX}")
        if path.suffix == ".c" and not lines[0].startswith("/*"):
            mistakes.append(f"{name}:1: no comment says what this file is")
        for begin, length in function_lengths(lines):
            lengths.append(length)
            if length > FUNCTION_LINES_MAX:
                mistakes.append(f"{name}:{begin}: a function of {length} lines, at most {FUNCTION_LINES_MAX}")
    lengths.sort()
    print("\n".join(mistakes))
    print(f"{len(lengths)} functions: median {lengths[len(lengths) // 2]}, "
          f"nine in ten {lengths[len(lengths) * 9 // 10]}, longest {lengths[-1]} lines")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
