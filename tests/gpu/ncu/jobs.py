"""
Writes the launches of shipped kernels as jobs: jobs.py FOLDER [--mebibytes N] [--without VIRTUAL_TXT].

Needs nvcc. Takes each exercise and variant with a gate case, or with a bench case scaled down until
its buffers hold N MiB. Takes the solution, the ladder's rungs (ID.rung*.cu) and the planted wrong
kernels. Compiles them to PTX and CUBIN in FOLDER, and writes a line in FOLDER/jobs for each launch:

    TITLE IMAGE ENTRY GRID_X GRID_Y GRID_Z BLOCK_X BLOCK_Y BLOCK_Z SHARED ARGUMENT...

An argument is i32:VALUE, f32:VALUE or TYPE:COUNT:BOUND[:SAME], a buffer of numbers below BOUND.
SAME names the buffer across launches. Templates are compiled for the types that the plan names.
Plans with loops or graphs are reported and left out.

VIRTUAL_TXT is the output of `gpu_launch virtual FOLDER` for the gate case. It leaves out kernels
with findings. A fault on the GPU would end the profiler (`application returned an error code (9)`)
and lose all later launches.
"""
import argparse
import pathlib
import re
import subprocess

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
SM_COUNT = 132
BYTES = {"f16": 2, "bf16": 2, "i8": 1, "u8": 1, "f64": 8, "i64": 8, "u64": 8}


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
    yield from sorted((ROOT / "tests/curriculum/wrong" / name).glob("*.*"))


def kernel_text(path):
    """A planted wrong kernel can be a diff of another kernel."""
    if path.suffix != ".diff":
        return path.read_text()
    changed = re.search(r"^--- (\S+)$", path.read_text(), re.MULTILINE)[1]
    return subprocess.run(["patch", "--quiet", "--output=-", ROOT / changed, path], check=True, capture_output=True,
                          text=True).stdout


def number(text, scalars):
    text = re.sub(r"(?<!/)/(?!/)", "//", str(text)).replace("&&", " and ").replace("||", " or ")
    return eval(text, {"__builtins__": {}}, {**scalars, "min": min, "max": max, "sm_count": SM_COUNT})


def count(shape, scalars):
    total = 1
    for extent in shape:
        total *= number(extent, scalars)
    return total


def bound(param, scalars):
    """Integers stay below the exercise's bound, since a kernel may use them as an index."""
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


def launches(path, exercise, case, ptx):
    scalars = dict(case)
    params = {param["name"]: param for param in exercise["params"]}
    buffers = {name: f"{p['type']}:{count(p['shape'], scalars)}:{bound(p, scalars)}:{name}"
               for name, p in params.items() if p.get("shape")}
    for line in kernel_text(path).splitlines():
        words = line.removeprefix("//!").strip()
        if not line.startswith("//!") or words.startswith("zero"):
            continue
        let = re.match(r"let (\w+) = (.+)$", words)
        if let:
            scalars[let[1]] = number(let[2], scalars)
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


def with_instances(path):
    """Returns the source with every instance of its plan's templates, so that nvcc compiles them."""
    text = kernel_text(path)
    named = sorted(set(re.findall(r"^//! launch (\w+<[^>]+>)", text, re.MULTILINE)))
    return text + "".join(f"\nconst void *instance_{i}() {{ return (const void *){name}; }}\n"
                          for i, name in enumerate(named))


def compile_image(path, image, kind):
    if not image.exists() or image.stat().st_mtime < path.stat().st_mtime:
        subprocess.run(["nvcc", f"-{kind}", "-w", "-arch=sm_90", "-lineinfo", "-x", "cu", "-", "-o", str(image.resolve())], check=True,
                       capture_output=True, text=True, input=with_instances(path), cwd=path.parent)


def buffer_bytes(exercise, scalars):
    return sum(count(param["shape"], scalars) * BYTES.get(param["type"], 4)
               for param in exercise["params"] if param.get("shape"))


def chosen_case(exercise, mebibytes):
    """Returns None without a case. Products and attention move few bytes, so they are not scaled."""
    if "params" not in exercise or not mebibytes:
        return exercise.get("gate_case") if "params" in exercise else None
    case = dict(exercise.get("bench") or {})
    if not case or {"k", "seq"} & set(case):
        return None
    longest = next(name for name in ("n", "rows", "h") if name in case)
    while buffer_bytes(exercise, case) > mebibytes << 20 and case[longest] > 1:
        case[longest] //= 2
    return case


def unsafe_images(path):
    words = [line.split() for line in open(path)] if path else []
    return {line[0].rsplit(".", 1)[0] for line in words if line[1] in ("unsafe", "failed")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--mebibytes", type=int, default=0)
    parser.add_argument("--without")
    options = parser.parse_args()
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    unsafe = unsafe_images(options.without)
    with (folder / "jobs").open("w") as out:
        for exercise in exercises():
            case = chosen_case(exercise, options.mebibytes)
            for path in sources(exercise) if case else []:
                image = f"{path.parent.name}.{path.stem}"
                if image in unsafe:
                    continue
                try:
                    for kind in ("ptx", "cubin"):
                        compile_image(path, folder / f"{image}.{kind}", kind)
                    ptx = (folder / f"{image}.ptx").read_text()
                    lines = list(launches(path, exercise, case, ptx))
                except (ValueError, LookupError, NameError, SyntaxError, KeyError, subprocess.CalledProcessError) as error:
                    print(f"left out: {image}: {type(error).__name__} {error}")
                    continue
                for i, words in enumerate(lines):
                    print(f"{image}.{i}", image, *words, file=out)


main()
