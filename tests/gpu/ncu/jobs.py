"""
Writes the launches of shipped kernels as jobs: jobs.py FOLDER. Needs nvcc.

For each exercise and variant with a gate case, the solution, the ladder's rungs (ID.rung*.cu) and the planted wrong kernels:
compiled to PTX and CUBIN in FOLDER, and a line in FOLDER/jobs for each launch:

    TITLE IMAGE ENTRY GRID_X GRID_Y GRID_Z BLOCK_X BLOCK_Y BLOCK_Z SHARED ARGUMENT...

An argument is i32:VALUE, f32:VALUE or TYPE:COUNT:BOUND[:SAME], a buffer of numbers below BOUND; SAME names it across launches.
Plans with loops or graphs are left out, and said.
"""
import pathlib
import re
import subprocess
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
SM_COUNT = 132


def exercises():
    for path in sorted((ROOT / "lessons").glob("week*/*.yaml")):
        for step in yaml.safe_load(path.read_text()).get("steps", []):
            exercise = step.get("exercise")
            if exercise:
                yield exercise
                if isinstance(exercise.get("variant"), dict):
                    yield {**exercise, **exercise["variant"]}


def sources(exercise):
    name = exercise["id"]
    yield from sorted((ROOT / "solutions").glob(f"*/{name}.cu"))
    yield from sorted((ROOT / "tests/curriculum/wrong" / name).glob("*.cu"))


def number(text, scalars):
    text = re.sub(r"(?<!/)/(?!/)", "//", str(text))
    return eval(text, {"__builtins__": {}}, {**scalars, "min": min, "max": max, "sm_count": SM_COUNT})


def count(shape, scalars):
    total = 1
    for extent in shape:
        total *= number(extent, scalars)
    return total


def bound(param, scalars):
    """Integers stay below what their exercise draws, which may be used as an index."""
    match = re.match(r"integers\(\s*[^,]+,\s*(.+)\)$", str(param.get("init", "")))
    return number(match[1], scalars) + 1 if match else 7


def entry_of(ptx, name, types):
    for entry in re.findall(r"\.entry (\w+)", ptx):
        if entry == name or (f"{len(name)}{name}" in entry and (not types or f"I{mangled(types)}" in entry)):
            return entry
    raise LookupError(name)


def mangled(types):
    return {"float": "f", "double": "d", "int": "i"}.get(types, f"{len(types)}{types}")


def argument(text, buffers, params, scalars):
    if text in buffers:
        return buffers[text]
    if text in params and params[text]["type"].startswith("f"):
        return f"f32:{scalars[text]}"
    return f"i32:{number(text, scalars)}"


def launches(path, exercise, scalars, ptx):
    params = {param["name"]: param for param in exercise["params"]}
    buffers = {name: f"{p['type']}:{count(p['shape'], scalars)}:{bound(p, scalars)}:{name}"
               for name, p in params.items() if p.get("shape")}
    for line in path.read_text().splitlines():
        words = line.removeprefix("//!").strip()
        if not line.startswith("//!") or words.startswith("zero"):
            continue
        scratch = re.match(r"scratch (\w+) (\w+)\[([^\]]+)\]", words)
        if scratch:
            buffers[scratch[1]] = f"{scratch[2]}:{count(scratch[3].split(','), scalars)}:7:{scratch[1]}"
            continue
        match = re.match(r"launch (\w+)(?:<([^>]+)>)?\(([^)]*)\)(.*)$", words)
        if not match:
            raise ValueError("a plan that this script does not follow")
        options = dict(re.findall(r"(\w+)=(\S+)", match[4]))
        if "when" in options and not number(options["when"], scalars):
            continue
        shape = []
        for key in ("grid", "block"):
            extents = [number(part, scalars) for part in re.split(r",(?![^()]*\))", options[key])]
            shape += extents + [1] * (3 - len(extents))
        arguments = [argument(part.strip(), buffers, params, scalars) for part in match[3].split(",")]
        yield [entry_of(ptx, match[1], match[2])] + shape + [number(options.get("shared", 0), scalars)] + arguments


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "jobs").open("w") as out:
        for exercise in exercises():
            for path in sources(exercise) if "gate_case" in exercise and "params" in exercise else []:
                image = f"{path.parent.name}.{path.stem}"
                try:
                    for kind in ("ptx", "cubin"):
                        subprocess.run(["nvcc", f"-{kind}", "-w", "-arch=sm_90", "-lineinfo", str(path), "-o",
                                        f"{folder}/{image}.{kind}"], check=True, capture_output=True)
                    ptx = (folder / f"{image}.ptx").read_text()
                    lines = list(launches(path, exercise, exercise["gate_case"], ptx))
                except (ValueError, LookupError, NameError, SyntaxError, KeyError, subprocess.CalledProcessError) as error:
                    print(f"left out: {image}: {type(error).__name__} {error}")
                    continue
                for i, words in enumerate(lines):
                    print(f"{image}.{i}", image, *words, file=out)


main()
