"""
The fault corpus under the tools of compute-sanitizer, beside what the virtual GPU must find there.

    compare.py [--jobs N] [--out FILE]        on a machine with a GPU, nvcc, compute-sanitizer and cupy

For each kernel of tests/vgpu/corpus in the optimised build with lines: what its comments say must be found, and which of
memcheck, racecheck, initcheck and synccheck find something. A table in Markdown goes to FILE or the terminal.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parents[1] / "vgpu" / "corpus"
TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]
TOOL_SECONDS = 40


def dimensions(text):
    numbers = [int(number) for number in text.split(",")]
    return numbers + [1] * (3 - len(numbers))


def parse_parameter(token):
    name, value = token.split("=", 1)
    match = re.fullmatch(r"(\w+)\[(\d+)\](?::([^!]+))?(!)?", value)
    if not match:
        return {"name": name, "value": value}
    return {"name": name, "type": match[1], "count": int(match[2]), "fill": match[3] or ""}


def parse_head(text):
    """Grammar: see tests/support/vgpu_corpus.h."""
    name, rest = text.split(":", 1)
    options, _, parameters = rest.partition("|")
    head = {"name": name, "grid": [1, 1, 1], "block": [1, 1, 1], "shared": 0, "cooperative": False, "build": "", "ends": ""}
    for option in options.split():
        key, _, value = option.partition("=")
        if key in ("grid", "block"):
            head[key] = dimensions(value)
        elif key == "shared":
            head[key] = int(value)
        else:
            head[key] = value or True
    head["parameters"] = [parse_parameter(token) for token in parameters.split()]
    return head


def read_corpus():
    kernels = []
    for path in sorted(CORPUS.glob("*.cu")):
        for line in path.read_text().splitlines():
            if line.startswith("// run "):
                kernels.append({"file": path.stem, "expected": [], **parse_head(line[7:])})
            elif "// " in line and kernels and kernels[-1]["file"] == path.stem:
                for part in line.split("// ", 1)[1].split(";"):
                    words = part.split()
                    if len(words) > 1 and words[0] == "find" and "build=debug" not in words:
                        kernels[-1]["expected"].append(words[1])
    return kernels


def compile_source(source, cubin):
    return subprocess.run(["nvcc", "-cubin", "-w", "-arch=sm_90", "-lineinfo", str(source), "-o", str(cubin)],
                          capture_output=True).returncode == 0


def compile_corpus(folder):
    """A CUBIN for each file; for each kernel by itself where ptxas refuses one of them."""
    for path in sorted(CORPUS.glob("*.cu")):
        if compile_source(path, f"{folder}/{path.stem}.cubin"):
            continue
        preamble, *sections = path.read_text().split("// run ")
        for section in sections:
            source = pathlib.Path(folder) / f"{path.stem}.{section.split(':')[0]}.cu"
            source.write_text(preamble + "// run " + section)
            compile_source(source, source.with_suffix(".cubin"))


def cubin_of(folder, kernel):
    whole = pathlib.Path(folder) / f"{kernel['file']}.cubin"
    return whole if whole.exists() else pathlib.Path(folder) / f"{kernel['file']}.{kernel['name']}.cubin"


def run_tool(folder, kernel, tool):
    """'finds' with the first error's words, '' for nothing, or why there is no answer."""
    cubin = cubin_of(folder, kernel)
    if not cubin.exists():
        return "fails: ptxas refuses it"
    command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", "99"]
    if tool == "racecheck":
        command += ["--racecheck-report", "all"]
    command += [sys.executable, str(HERE / "run_kernel.py"), str(cubin), kernel["name"], json.dumps(kernel)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TOOL_SECONDS)
    except subprocess.TimeoutExpired:
        return "hangs"
    for line in done.stdout.splitlines():
        text = line.removeprefix("=========").strip()
        if re.match(r"(Invalid|Uninitialized|Error:|Warning:|Barrier error|Divergent|Misaligned|Out-of-range|Race)", text):
            return text
        if re.match(r"Program hit .*(illegal|misaligned|launch failure|trap|assert)", text):
            return text
    if done.returncode not in (0, 99):
        return "fails: " + (done.stderr.strip().splitlines() or ["?"])[-1][:80]
    return ""


def row(kernel, answers):
    cells = [f"`{kernel['file']}/{kernel['name']}`", ", ".join(sorted(set(kernel["expected"]))) or "clean"]
    for answer in answers:
        cells.append("yes" if answer and not answer.startswith(("hangs", "fails")) else answer.split(":")[0])
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--out")
    options = parser.parse_args()
    kernels = [kernel for kernel in read_corpus() if kernel["build"] != "debug"]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        compile_corpus(folder)
        answers = {(i, tool): pool.submit(run_tool, folder, kernel, tool)
                   for i, kernel in enumerate(kernels) for tool in TOOLS}
        results = {key: answer.result() for key, answer in answers.items()}
    lines = ["| kernel | virtual GPU finds | " + " | ".join(TOOLS) + " |", "|---" * (2 + len(TOOLS)) + "|"]
    lines += [row(kernel, [results[i, tool] for tool in TOOLS]) for i, kernel in enumerate(kernels)]
    text = "\n".join(lines) + "\n"
    if options.out:
        pathlib.Path(options.out).write_text(text)
        details = {f"{kernels[i]['file']}/{kernels[i]['name']} {tool}": answer for (i, tool), answer in results.items()}
        pathlib.Path(options.out + ".json").write_text(json.dumps(details, indent=1))
    else:
        print(text, end="")
    faulty = [i for i, kernel in enumerate(kernels) if kernel["expected"]]
    clean = [i for i, kernel in enumerate(kernels) if not kernel["expected"]]
    found = lambda i: any(results[i, tool] and not results[i, tool].startswith("fails") for tool in TOOLS)
    print(f"{len(faulty)} faulty kernels, compute-sanitizer finds {sum(map(found, faulty))}; "
          f"{len(clean)} clean ones, it reports {sum(map(found, clean))}")


main()
