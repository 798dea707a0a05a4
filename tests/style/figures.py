#!/usr/bin/env python3
"""Checks that each line of a fenced figure or program of a lesson fits a terminal of 80 columns."""
import pathlib
import re
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS_MAX = 78


def columns(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def fenced_lines(path):
    indent = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fence = re.match(r" *(?=```)", line)
        if fence:
            indent = len(fence.group()) if indent is None else None
        elif indent is not None:
            yield number, line[indent:]


def main():
    mistakes = [f"{path.relative_to(ROOT)}:{number}: {columns(line)} columns, at most {COLUMNS_MAX}"
                for path in sorted((ROOT / "lessons").rglob("*.yaml"))
                for number, line in fenced_lines(path) if columns(line) > COLUMNS_MAX]
    print("\n".join(mistakes + [f"{len(mistakes)} lines of figures are too wide"]))
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
