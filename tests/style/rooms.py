#!/usr/bin/env python3
"""Checks the includes under src/ against src/rooms.txt, the list of rooms inside the layers.

A line of rooms.txt is `LAYER/ROOM: ROOM ...`: the rooms of the layer that this room may include.
The line `LAYER: ROOM ...` lists the rooms that files at the layer's top may include. All rooms and
other layers may include the headers at the top. `#` starts a comment.

Fails on an include that is not listed, on a listed room without includes, on circles between rooms,
on rooms without a line, and on folders with too many files.
"""
import collections
import pathlib
import re
import sys

FILES_MAX = 40
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
SOURCE_SUFFIXES = {".c", ".h", ".def"}


def read_list(path, mistakes):
    allowed = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        room, colon, uses = line.partition(":")
        if not colon or room in allowed:
            mistakes.append(f"{path}:{number}: not `LAYER/ROOM: ROOM ...`, or listed twice: {line}")
            continue
        layer = room.split("/")[0]
        allowed[room] = {f"{layer}/{used}" for used in uses.split()}
    return allowed


def room_of(path):
    """`vgpu/race/clocks.c` is in room `vgpu/race`, `vgpu/vgpu.h` at the top of `vgpu`."""
    return str(pathlib.PurePosixPath(path).parent)


def source_files(root):
    return sorted(path for path in root.rglob("*") if path.suffix in SOURCE_SUFFIXES)


def check_include(name, number, target, allowed, used, mistakes):
    here, there = room_of(name), room_of(target)
    if "/" not in there or there == here:
        return
    if here.split("/")[0] != there.split("/")[0]:
        mistakes.append(f"src/{name}:{number}: {there} is private to its layer")
    elif there not in allowed.get(here, ()):
        mistakes.append(f"src/{name}:{number}: {here} may not include {there} (src/rooms.txt)")
    else:
        used[here].add(there)


def check_files(root, allowed, mistakes):
    used = collections.defaultdict(set)
    rooms = collections.Counter()
    for path in source_files(root):
        name = path.relative_to(root).as_posix()
        rooms[room_of(name)] += 1
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                check_include(name, number, match[1], allowed, used, mistakes)
    for room, count in rooms.items():
        if "/" in room and room not in allowed:
            mistakes.append(f"src/{room}: the room has no line in src/rooms.txt")
        if count > FILES_MAX:
            mistakes.append(f"src/{room}: {count} files, at most {FILES_MAX} allowed")
    for room, listed in allowed.items():
        for unused in sorted(listed - used[room]):
            mistakes.append(f"src/rooms.txt: {room} does not include {unused}")
        if room not in rooms:
            mistakes.append(f"src/rooms.txt: there is no {room}")


def find_circle(allowed):
    """A circle between rooms as a list, or None."""
    state = {}

    def visit(room, way):
        state[room] = "open"
        for used in sorted(allowed.get(room, ())):
            if state.get(used) == "open":
                return way[way.index(used):] + [used] if used in way else [room, used]
            if used not in state:
                circle = visit(used, way + [used])
                if circle:
                    return circle
        state[room] = "done"
        return None

    for room in sorted(allowed):
        if room not in state:
            circle = visit(room, [room])
            if circle:
                return circle
    return None


def main():
    root = pathlib.Path(__file__).resolve().parents[2] / "src"
    mistakes = []
    allowed = read_list(root / "rooms.txt", mistakes)
    check_files(root, allowed, mistakes)
    circle = find_circle(allowed)
    if circle:
        mistakes.append("src/rooms.txt: a circle: " + " -> ".join(circle))
    print("\n".join(mistakes) if mistakes else f"{len(allowed)} rooms, as src/rooms.txt lists them")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
