#!/usr/bin/env python3
"""Checks the names of public functions: a function begins with its file's word.

`race_history_note()` is in race_history.c: the name at a call leads to the file. The file is the .c
that defines the function or the header that declares it, and any word of its name will do. Also
right is the word of a structure or enumeration of that header: `query_next()` for `struct query`.
A header at the top of a layer may use the layer's word: vgpu/vgpu.h has `vgpu_launch()`.

Two words agree if they are the same, singular and plural of one noun, or begin with the same five
letters: files are nouns and functions are verbs, so explanation.c has `explain()`.

Functions of the CUDA runtime have the names of its documentation, as all of cudart/include has.

EXCEPTIONS lists functions that do not follow the rule yet. The list only shrinks: an entry that is
no longer needed is a mistake.
"""
import collections
import pathlib
import re
import sys

EXCEPTIONS = set()
CUDA_RUNTIME = re.compile(r"(__)?cuda[A-Z]")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DECLARATION = re.compile(r"^(?!static|typedef|return|else|extern)([a-z][^;{}=#()]*?)\b(\w+)\(([^;{}]*?)\)[^;{}()]*"
                         r"(?:__attribute__\(\([^;{}]*\)\))?\s*;", re.M)
DEFINITION = re.compile(r"^(?!static|typedef|return|else|extern)([a-z][^;{}=#()]*?)\b(\w+)\(([^;{}]*?)\)\s*\{", re.M)
TAG = re.compile(r"^\s*(?:struct|enum|union) (\w+) \{", re.M)


def agree(one, other):
    if one == other or min(len(one), len(other)) >= 5 and one[:5] == other[:5]:
        return True
    return singular(one) == singular(other)


def singular(word):
    return word[:-3] + "y" if word.endswith("ies") else word.rstrip("s")


def words_of(path, layer):
    """The words of a file's name. The layer's word counts only at the top of the layer."""
    words = set(path.stem.split("_"))
    return words | {layer} if path.suffix == ".h" and len(path.parts) == 2 else words


def read_files(root):
    declared, defined, tags = {}, {}, {}
    for path in sorted(root.rglob("*.[ch]")):
        if path.relative_to(root).parts[:2] == ("cudart", "include"):
            continue
        text = COMMENT.sub("", path.read_text())
        name = path.relative_to(root)
        table, pattern = (declared, DECLARATION) if path.suffix == ".h" else (defined, DEFINITION)
        for match in pattern.finditer(text):
            if "static" not in match[1].split():
                table.setdefault(match[2], []).append(name)
        tags[name] = set(TAG.findall(text))
    return declared, defined, tags


def tag_words(tags, layer):
    """`struct ptx_token` of layer ptx gives `token`."""
    return {tag.removeprefix(layer + "_").split("_")[0] for tag in tags} - {layer}


def check(root, mistakes):
    declared, defined, tags = read_files(root)
    used, checked = set(), 0
    for function, headers in sorted(declared.items()):
        files = headers + defined.get(function, [])
        layer = files[0].parts[0]
        words = set().union(*(words_of(path, layer) for path in files),
                            *(tag_words(tags[path], layer) for path in headers))
        checked += 1
        if CUDA_RUNTIME.match(function) or any(agree(function.split("_")[0], word) for word in words):
            continue
        used.add(function)
        if function not in EXCEPTIONS:
            mistakes.append(f"src/{files[-1]}: {function} does not begin with a word of its file")
    for function in sorted(EXCEPTIONS - used):
        mistakes.append(f"tests/style/names.py: {function} is no exception any longer")
    for function, files in sorted(defined.items()):
        if len(files) > 1 and function in declared:
            mistakes.append(f"src/{files[1]}: {function} is also in src/{files[0]}")
    return checked


def main():
    root = pathlib.Path(__file__).resolve().parents[2] / "src"
    mistakes = []
    checked = check(root, mistakes)
    print("\n".join(mistakes) if mistakes else f"{checked} public functions begin with their file's word")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
