#!/usr/bin/env python3
"""Checks prose in comments, documents, lessons and the program's strings against the rules of plain words.

    prose.py [--words] [PATH ...]

Fails on: a sentence of more than 25 words, a parenthesis of more than 6, a line of Markdown or a comment line
beyond column 100, "N times more", and words that the glossary has another word for. Lines of launch plans (//!),
lists of data and titles of readings are not prose. --words lists words that often hide an unclear sentence; they
never fail.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SENTENCE_WORDS_MAX = 25
PARENTHESIS_WORDS_MAX = 6
COLUMNS_MAX = 100
TABLE_COLUMNS_MAX = 112

# Word in prose -> the word of the glossary.
SYNONYMS = {
    r"thread ?blocks?": "block",
    r"work[- ]?groups?": "block",
    r"work[- ]?items?": "thread",
    r"sub-?groups?": "warp",
    r"bank clash(es)?": "bank conflict",
    r"kernel (calls?|invocations?)": "launch",
    r"(optimi|initiali|recogni|normali|organi|minimi|maximi|seriali|synchroni|vectori|summari)z(e|es|ed|ing|ation)": "-s-, British spelling",
    r"colors?|behaviors?|neighbors?|neighboring|centers?|favors?|analyz\w+": "British spelling",
}
TIMES_MORE = re.compile(r"\btimes (more|less|fewer|faster|slower|larger|smaller|bigger|higher|lower|longer)\b")
# Insertions that bring their unit with them.
UNIT_TWICE = re.compile(r"\{\{[\w.]*\b(time|dram_bytes|link_bytes)(\(\d+\))?\}\} (us|μs|ms|bytes?)\b")
TO_CHECK = re.compile(
    r"\b(behind|dear|lies|stands|takes up again|under way|in place of|the other way about|an element|tells?|told|is meant|"
    r"goes on without|mend(s|ed)?|anew|as many as|whatever|whose|what of|the same of)\b")
# The next sentence begins with a capital, a number, an insertion or the name of a variable.
SENTENCE_END = re.compile(r"[.!?][\"')*]*(?=\s+[\"'(`*]*([A-Z0-9{]|[a-z]\b)|\s*$)")
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|Fig|No|approx)\.$")
WORD = re.compile(r"[^\W_]")
LETTERS = re.compile(r"[A-Za-z]{2,}")

QUOTES_OTHERS = {"src/compiler/log/hints.def"}  # the compiler's own words, American ones among them

C_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
STRING_JOIN = re.compile(r'^(\s|\\\n|PRI[a-zA-Z0-9]+)*$')
# Strings that are source text of another language: PTX, CUDA, plan lines, SQL.
SOURCE_TEXT = re.compile(r";\s*$|;\s*\n|\{\s*\n|//[!?]|__global__|\.reg |\bSELECT\b|\bINSERT\b|\bCREATE\b", re.M)
PREFIX = re.compile(r'^\s*(#\s*include|#\s*error)')


def blank_code(text):
    """Code spans, sizes such as 16 x 8 and names such as thread (0,0,0) count as one word each."""
    text = re.sub(r"``[^`]+``|`[^`\n]*`", "CODE", text)
    text = re.sub(r"\b(thread|block)\s\(\d+,\d+,\d+\)", r"\1", text)
    text = re.sub(r"(\d+|\{\w+\})( x (\d+|\{\w+\}))+", "SIZE", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def sentences(paragraph):
    parts, start = [], 0
    for match in SENTENCE_END.finditer(paragraph):
        piece = paragraph[start:match.end()]
        if ABBREVIATION.search(piece):
            continue
        parts.append(piece)
        start = match.end()
    parts.append(paragraph[start:])
    return [part.strip() for part in parts if part.strip()]


def words(text):
    return [word for word in text.split() if WORD.search(word)]


def check_paragraph(paragraph, synonyms, report):
    text = " ".join(blank_code(paragraph).split())
    for sentence in sentences(text):
        count = len(words(sentence))
        if count > SENTENCE_WORDS_MAX:
            report(f"{count} words in a sentence: {sentence[:70]}...")
        for inner in re.findall(r"\(([^()]*)\)", sentence):
            count = len([word for word in words(inner) if LETTERS.search(word)])
            if count > PARENTHESIS_WORDS_MAX:
                report(f"{count} words in a parenthesis: ({inner[:60]}...)")
    match = TIMES_MORE.search(text)
    if match:
        report(f'"{match[0]}": write "times as many" or "x as fast"')
    match = UNIT_TWICE.search(text)
    if match:
        report(f'"{match[0]}": the insertion brings its unit')
    for synonym, word in synonyms.items():
        match = re.search(r"(?<![\w`/-])(" + synonym + r")(?![\w(`/:-])", text, re.I)
        if match:
            report(f'"{match[0]}": the word is "{word}"')


class Reader:
    """Collects paragraphs of one file as (line, text) and lines that are too long."""

    def __init__(self):
        self.paragraphs = []
        self.mistakes = []

    def add(self, line, lines):
        text = "\n".join(lines).strip()
        if text:
            self.paragraphs.append((line, text))

    def add_block(self, first, lines):
        """Lines of running prose: blank lines and list items end a paragraph; indented lines are a picture."""
        start, group = first, []
        for offset, line in enumerate(lines):
            is_item = re.match(r"\s*([-*·]|\d+\.|[a-z_]+:)\s", line)
            is_picture = line.startswith("    ") or re.match(r"\s*[|+=─│┌└]", line) or re.search(r"\S\s{3,}\S|[─│┌└█]", line)
            if not line.strip() or is_picture or is_item:
                self.add(start, group)
                group = []
            if not line.strip() or is_picture:
                continue
            if not group:
                start = first + offset
            group.append(re.sub(r"^\s*([-*·]|\d+\.)\s", "", line) if is_item else line)
        self.add(start, group)


def read_plan_line(reader, number, text):
    """A line of a launch plan is code; only the comment in it is prose."""
    reader.add(number, [text[3:].partition("//")[2]])


def read_comment(reader, number, text, starts_line):
    if text.startswith("//!"):
        read_plan_line(reader, number, text)
        return
    if starts_line:
        for offset, line in enumerate(text.splitlines()):
            if (len(line) + (starts_line - 1 if offset == 0 else 0)) > COLUMNS_MAX:
                reader.mistakes.append((number + offset, f"a comment line of more than {COLUMNS_MAX} columns"))
    body = text[2:-2] if text.startswith("/*") else text[2:]
    lines = [re.sub(r"^\s*\*( |$)", "", line) if offset else line.strip() for offset, line in enumerate(body.splitlines())]
    if "clang-format" in body or "shellcheck" in body or "NOLINT" in body or re.match(r"^[\s-]*--- .* -+$", body.strip()):
        return
    if re.search(r"^\s*[a-z_-]+\s+= ", "\n".join(lines), re.M):  # a grammar
        return
    reader.add_block(number, lines)


def read_c(reader, text):
    at, joined, joined_line = 0, [], 0
    lines_before = 1

    def flush():
        nonlocal joined
        value = "".join(joined)
        joined = []
        value = re.sub(r"%[-+ #0-9.*]*(?:ll|l|z|h|hh|j)?[a-zA-Z]", "X", value).replace("\\n", "\n").replace('\\"', '"')
        value = re.sub(r"([^\n]*)\\t([^\n]*)\n", r"\n\1: \2\n\n", value)  # an entry of a list in help
        if len(words(value)) >= 4 and LETTERS.search(value) and not SOURCE_TEXT.search(value):
            reader.add_block(joined_line, value.split("\n"))

    for match in C_TOKEN.finditer(text):
        between = text[at:match.start()]
        if joined and not STRING_JOIN.match(between):
            flush()
        number = lines_before + text.count("\n", 0, match.start())
        token = match[0]
        at = match.end()
        if token.startswith(("/*", "//")):
            column = match.start() - (text.rfind("\n", 0, match.start()) + 1)
            starts_line = not text[match.start() - column:match.start()].strip()
            read_comment(reader, number, token, column + 1 if starts_line else 0)
        elif token.startswith('"') and not PREFIX.match(text[text.rfind("\n", 0, match.start()) + 1:match.end()]):
            if not joined:
                joined_line = number
            joined.append(token[1:-1])
    if joined:
        flush()


def read_markdown(reader, text):
    fenced, group, start = False, [], 1
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            reader.add_block(start, group)
            group = []
            continue
        limit = TABLE_COLUMNS_MAX if line.startswith("|") else COLUMNS_MAX
        if len(line) > limit and not fenced and not line.startswith("    "):
            reader.mistakes.append((number, f"a line of more than {limit} columns"))
        if fenced:
            continue
        if line.startswith("|") or line.startswith("#"):
            reader.add_block(start, group)
            group = []
            for cell in line.strip("|# ").split("|"):
                reader.add(number, [cell.strip(" -:")])
            continue
        if not group:
            start = number
        group.append(line)
    reader.add_block(start, group)


def read_yaml(reader, text):
    fenced, quotes_titles, group, start = False, False, [], 1
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if re.match(r"\w", line):
            quotes_titles = line.startswith("reading:")
        if bare.startswith("```"):
            fenced = not fenced
        if fenced or bare.startswith("#") or bare.startswith("```"):
            continue
        key = re.match(r"^(- )*[\w-]+:\s*(\||>|)\s*", bare)
        starts = key or bare.startswith("- ") or not bare
        if starts:
            reader.add_block(start, group)
            group = []
            bare = re.sub(r"^(- )+", "", bare[key.end():] if key else bare)
            bare = re.sub(r"\b[a-z_]+: ", "", bare) if bare.startswith("{") else bare
            if bare.startswith("["):  # a list of data, with prose in quotation marks only
                for quoted in re.findall(r'"([^"]*)"', bare):
                    reader.add(number, [quoted])
                bare = ""
        if bare and not quotes_titles:
            if not group:
                start = number
            group.append(bare)
    reader.add_block(start, group)


def read_script(reader, text):
    group, start = [], 1
    for number, line in enumerate(text.splitlines() + [""], 1):
        match = re.match(r"\s*# ?(.*)$", line)
        if match and not line.startswith("#!") and "shellcheck" not in line:
            if len(line) > COLUMNS_MAX:
                reader.mistakes.append((number, f"a comment line of more than {COLUMNS_MAX} columns"))
            if not group:
                start = number
            group.append(match[1])
        else:
            reader.add_block(start, group)
            group = []


def read_diff(reader, text):
    """The head of a diff, and the lines that it adds."""
    head, names, hunks = text.partition("\n--- ")
    added = [line[1:] if re.match(r"\+(?!\+\+ )", line) else "" for line in hunks.splitlines()]
    read_c(reader, "\n".join([head] + added))


READERS = {".c": read_c, ".h": read_c, ".def": read_c, ".md": read_markdown, ".yaml": read_yaml, ".cu": read_c,
           ".diff": read_diff, ".sh": read_script, ".cmake": read_script, ".txt": None}


def check_file(path):
    reader, mistakes = Reader(), []
    READERS[path.suffix](reader, path.read_text(errors="replace"))
    synonyms = {} if path.relative_to(ROOT).as_posix() in QUOTES_OTHERS else SYNONYMS
    for number, paragraph in reader.paragraphs:
        check_paragraph(paragraph, synonyms, lambda text, number=number: mistakes.append((number, text)))
    return sorted(mistakes + reader.mistakes), reader.paragraphs


def tracked(paths):
    listed = subprocess.run(["git", "ls-files", "--", *paths], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        path = ROOT / name
        is_translation = re.search(r"\.(es|zh)\.yaml$", name)
        is_data = name.startswith(("tests/bench/records/", "tests/screens/", "tests/fuzz/corpus", "tests/vgpu/corpus", "tests/ptx/", "po/"))
        if READERS.get(path.suffix) and path.is_file() and not is_translation and not is_data:
            yield name, path


def list_words(files):
    counts = collections.Counter()
    for name, path in files:
        for number, paragraph in check_file(path)[1]:
            for match in TO_CHECK.finditer(blank_code(paragraph)):
                counts[match[0]] += 1
                print(f"{name}:{number}: {match[0]}")
    print(", ".join(f"{word} {count}" for word, count in counts.most_common()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", action="store_true")
    parser.add_argument("paths", nargs="*")
    arguments = parser.parse_args()
    files = list(tracked(arguments.paths or ["."]))
    if arguments.words:
        list_words(files)
        return 0
    failed = 0
    for name, path in files:
        mistakes = check_file(path)[0]
        failed += bool(mistakes)
        for number, text in mistakes:
            print(f"{name}:{number}: {text}")
    print(f"{failed} files fail" if failed else f"{len(files)} files of prose")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
