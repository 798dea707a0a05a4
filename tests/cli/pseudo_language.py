#!/usr/bin/env python3
"""Prints the English that a translated program still says: pseudo_language.py PROGRAM.

Every text of po/warpschool.pot is translated into accented letters, so that plain words are texts
that no catalogue knows. Code, names and the compiler's own messages may be plain.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƃçďéƒğĥíĵķĺɱñóþɋŕšťúʋŵẋýžÀƁÇĎÉƑĞĤÍĴĶĹṀÑÓÞɊŔŠŤÚƲŴẊÝŽ",
)
FIELDS = re.compile(
    r"\\.|\{[a-z_]+\}|%<[^>]*>|%[-+ #0']*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:<[^>]*>|(?:hh|h|ll|l|z|j|t)?[a-zA-Z%])"
)
# Words, not parts of paths, names or code.
WORDS = re.compile(
    r"(?<![\w./])[A-Za-z][a-z]+[,;]? [a-z]{2,}(?![\w./\[(=`])|\b(the|is|of|to|and|not|that|does|was|bytes|line)\b"
)
COMMANDS = re.compile(r"\bwarpschool [a-z-]+|[a-z-]+(\|[a-z0-9-]+)+|\bw\d\d-[a-z-]+|--[a-z-]+")
COMPILER = re.compile(r":(\d+:)? (éŕŕóŕ|ŵàŕñíñğ):|^\s*(\d+ )?\|")
AUTHORS = {"author-check", "author-new", "author-schema"}  # doc/shell.md: these stay English
SUBMISSIONS = """
judge/dishonest: barrier_seventeen jump_beyond_table order_volatile_sum plan_block_huge plan_divides_by_zero
 plan_grid_huge plan_no_such_parameter prints_count texture_of_nothing
judge/honest: assertions_hold
curriculum/wrong: allclose/one_direction autotune_tiles/no_tile_for_one_row block_sum/stops_early
 bucketed_all_reduce/count_of_all conv1d/half_a_halo hunt_diverged_barrier/no_guard matmul_naive/stride_m
 repair_f/every_second_row_when_long ring_all_gather/own_chunk_sent shared_reverse/store_reversed
 stencil_halo/no_guard transpose_coalesced/strided_stores vector_add/pointer_to_double wmma_tile/odd_rows
"""


def translate(text):
    """The text in other letters; fields stay."""
    done, parts = 0, []
    for field in FIELDS.finditer(text):
        parts += [text[done : field.start()].translate(LETTERS), field.group()]
        done = field.end()
    return "".join(parts) + text[done:].translate(LETTERS)


def write_catalogue(path):
    """A catalogue of the template, with its texts translated."""
    with open(os.path.join(ROOT, "po/warpschool.pot"), encoding="utf-8") as template:
        entries = template.read().split("\n\n")[1:]
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"'
    done = [header]
    for entry in entries:
        strings = re.findall(r'^msgid(?:_plural)? ((?:".*"\n?)+)', entry, re.M)  # of one line or several
        texts = ["".join(re.findall(r'"(.*)"', string)) for string in strings]
        named = entry.split("\nmsgstr")[0]
        forms = [f'msgstr "{translate(texts[0])}"']
        if len(texts) == 2:
            forms = [f'msgstr[{i}] "{translate(text)}"' for i, text in enumerate(texts)]
        done.append("\n".join([named, *forms]))
    subprocess.run(["msgfmt", "--output-file", path, "-"], input="\n\n".join(done).encode(), check=True)


def commands_of(program):
    """The command lines to look at, each with the files whose lines are code."""
    found = [(["help"], None), (["doctor"], None), (["list"], None), (["history"], None), (["nothing"], None)]
    names = re.findall(r"^  ([a-z-]+)", subprocess.run([program, "help"], capture_output=True, text=True).stdout, re.M)
    found += [(["help", name], None) for name in names if name not in AUTHORS]
    for row in re.sub(r"\n ", " ", SUBMISSIONS.strip()).split("\n"):
        folder, files = row.split(": ")
        for name in files.split():
            path = os.path.join(ROOT, "tests", folder, name + ".cu")
            with open(path, encoding="utf-8") as source:
                said = re.search(r"^//\? exercise: *(\S+)", source.read(), re.M)
            exercise = said.group(1) if said else name.split("/")[0]
            root = os.path.join(ROOT, "tests/judge") if folder.startswith("judge") else ROOT
            command = ["grade", "--root", root, "--seed", "5", "--no-record", exercise, "--file", path]
            found.append((command, path))
    return found


def is_code(line, code):
    """An example of a command, a line of the source, or what the compiler says of one."""
    return line.strip().startswith("warpschool ") or line.strip() in code or COMPILER.search(line) is not None


def english_of(program, command, path):
    """The lines of the output with plain words."""
    ran = subprocess.run([program, *command], capture_output=True, text=True, check=False)
    code = set()
    if path:
        with open(path, encoding="utf-8") as source:
            code = {line.strip() for line in source}
    lines = (ran.stdout + ran.stderr).splitlines()
    return [
        f"{' '.join(command)}: {line}"
        for line in lines
        if WORDS.search(COMMANDS.sub("", line)) and not is_code(line, code)
    ]


def main():
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "warpschool")
        shutil.copy(sys.argv[1], program)
        folder = os.path.join(scratch, "locale/xx/LC_MESSAGES")
        os.makedirs(folder)
        write_catalogue(os.path.join(folder, "warpschool.mo"))
        commands = commands_of(sys.argv[1])
        os.environ.update(LANGUAGE="xx", LC_ALL="C.UTF-8", NO_COLOR="1", WARPSCHOOL_STATE=scratch + "/state")
        os.environ["WARPSCHOOL_ROOT"] = ROOT
        with ThreadPoolExecutor(2) as pool:
            found = [line for lines in pool.map(lambda row: english_of(program, *row), commands) for line in lines]
    print("\n".join(found))
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main())
