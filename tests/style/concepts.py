#!/usr/bin/env python3
"""Checks two pages against the lessons. doc/ptx-support.md names no lesson of a finished week that does not exist.
Each row of doc/concepts.md names lessons that exist, and steps that they have.

A name in backquotes is a step: the `id` of a run, compare, plot or fill. A name with an underscore but no backquotes
is an exercise or a variant. Both must be in one of the row's lessons, or in a week that the row names.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LESSON_ID = re.compile(r"^id: *([\w-]+)", re.M)
STEP = re.compile(r"^ +- (run|compare|plot|fill):\n +id: *([\w-]+)", re.M)
EXERCISE = re.compile(r"^ +(?:exercise|variant|- exercise):\n +id: *([\w-]+)", re.M)
WEEK = re.compile(r"^week: *(\d+)", re.M)


def read_lessons():
    lessons = {}
    for path in sorted(ROOT.glob("lessons/week*/*.yaml")):
        if "." in path.stem:
            continue
        text = path.read_text()
        lessons[LESSON_ID.search(text).group(1)] = {
            "week": int(WEEK.search(text).group(1)),
            "steps": {name for _, name in STEP.findall(text)},
            "exercises": set(EXERCISE.findall(text)),
        }
    return lessons


def lessons_of(cell, lessons):
    """The lessons that the third cell names, and those of the weeks that it names."""
    if cell == "every lesson":
        return list(lessons)
    weeks = [int(number) for number in re.findall(r"\bweek (\d+)", cell)]
    named = re.findall(r"\b(?:w\d\d|project\d)-[\w-]+", cell)
    return named + [name for name, lesson in lessons.items() if lesson["week"] in weeks]


def check_row(cells, lessons):
    """Yields what is wrong with the cells of a row: number, concept, lesson, step."""
    named = lessons_of(cells[2], lessons)
    if not named:
        yield "names no lesson"
    for name in named:
        if name not in lessons:
            yield f"there is no lesson {name}"
    given = [lessons[name] for name in named if name in lessons]
    spans = [span for span in re.findall(r"`([^`]+)`", cells[3]) if re.fullmatch(r"\w\w+", span)]
    bare = re.findall(r"\b[a-z]\w*_\w+\b|\b[a-z]+\d[a-z]\b", re.sub(r"`[^`]*`", "", cells[3]))
    for span in spans:
        if not any(span in lesson["steps"] for lesson in given):
            yield f"none of its lessons has the step {span}"
    for name in bare:
        if not any(name in lesson["exercises"] for lesson in given):
            yield f"none of its lessons has the exercise {name}"


def check_instructions(lessons):
    """Yields the lessons of doc/ptx-support.md that do not exist though their week does."""
    weeks = {lesson["week"] for lesson in lessons.values()}
    named = set(re.findall(r"\bw\d\d-[\w-]+", (ROOT / "doc/ptx-support.md").read_text()))
    for name in sorted(named):
        if name not in lessons and int(name[1:3]) in weeks:
            yield f"doc/ptx-support.md: there is no lesson {name}"


def main():
    lessons, failures, rows = read_lessons(), 0, 0
    for mistake in check_instructions(lessons):
        failures += 1
        print(mistake)
    path = ROOT / "doc/concepts.md"
    for number, line in enumerate(path.read_text().splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 4 or cells[2] == "lesson" or set(line) <= set("|-"):
            continue
        rows += 1
        for mistake in check_row(cells, lessons):
            failures += 1
            print(f"{path.relative_to(ROOT)}:{number}: {mistake}: {line}")
    print(f"{rows} concepts, {failures} mistakes")
    return 1 if failures or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
