"""
Runs the fault corpus under the tools of compute-sanitizer and compares them with the virtual GPU.

    compare.py [--jobs N] [--out FILE] [--seconds N]   needs a GPU, nvcc and compute-sanitizer
    compare.py --self-test                             checks the reading of outputs, without a GPU

Takes each kernel of tests/vgpu/corpus in the optimised build with lines, or with -G if it has only
that build. Compares the findings that its comments expect with those of memcheck, racecheck,
initcheck and synccheck. A table by kernel and one by finding, in Markdown, go to FILE or the
terminal.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parents[1] / "vgpu" / "corpus"
TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]
TOOL_SECONDS = 60
FINDING = re.compile(r"(Invalid|Uninitialized|(Error|Warning): (Race|Potential)|Barrier error|Divergent|Misaligned|"
                     r"Address .* is (misaligned|out of bounds)|Race reported)")


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
    head = {"name": name, "grid": [1, 1, 1], "block": [1, 1, 1], "shared": 0, "cooperative": False, "build": "",
            "ends": ""}
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
                kernels.append({"file": path.stem, "expected": [], "allowed": [], **parse_head(line[7:])})
            elif "// " in line and kernels and kernels[-1]["file"] == path.stem:
                other_build = "build=optimised" if kernels[-1]["build"] == "debug" else "build=debug"
                for part in line.split("// ", 1)[1].split(";"):
                    words = part.split()
                    if len(words) > 1 and words[0] == "find" and other_build not in words:
                        kernels[-1]["expected"].append(words[1])
                    if len(words) > 1 and words[0] == "may":
                        kernels[-1]["allowed"].append(words[1])
    return kernels


def compile_source(source, cubin, build):
    lines = "-G" if build == "debug" else "-lineinfo"
    return subprocess.run(["nvcc", "-cubin", "-w", "-arch=sm_90", lines, str(source), "-o", str(cubin)],
                          capture_output=True).returncode == 0


def compile_file(folder, path, build):
    """Makes a CUBIN of the file, or one per kernel if ptxas refuses a kernel."""
    if compile_source(path, f"{folder}/{path.stem}{build}.cubin", build):
        return
    preamble, *sections = path.read_text().split("// run ")
    for section in sections:
        source = pathlib.Path(folder) / f"{path.stem}{build}.{section.split(':')[0]}.cu"
        source.write_text(preamble + "// run " + section)
        compile_source(source, source.with_suffix(".cubin"), build)


def build_of(kernel):
    return "debug" if kernel["build"] == "debug" else ""


def cubin_of(folder, kernel):
    stem = kernel["file"] + build_of(kernel)
    whole = pathlib.Path(folder) / f"{stem}.cubin"
    return whole if whole.exists() else pathlib.Path(folder) / f"{stem}.{kernel['name']}.cubin"


def run_bounded(command):
    """Returns exit status and output, or None after a timeout, which ends the tool and its program."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=TOOL_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None
        return process.returncode, output


def reports(output):
    """Returns the tool's reports as texts. A blank line ends a report."""
    texts = [[]]
    for line in output.splitlines():
        if not line.startswith("========="):
            continue
        text = line.removeprefix("=========").strip()
        if text and FINDING.match(text):
            texts.append([])
        texts[-1].append(text)
        if not text:
            texts.append([])
    return [" ".join(lines) for lines in texts if lines and FINDING.match(lines[0])]


def findings(output, kernels, last):
    """Maps each kernel to its first report. A report without a name belongs to the last kernel."""
    found = {}
    for text in reports(output):
        name = next((kernel["name"] for kernel in kernels if re.search(rf"\b{kernel['name']}\b", text)), last)
        found.setdefault(name, text[:300])
    return found


def run_together(folder, kernels, tool):
    """Runs kernels in one process until it ends. Returns at least one answer, as run_chain does."""
    jobs, progress = (tempfile.mktemp(dir=folder) for _ in range(2))
    heads = [{**kernel, "cubin": str(cubin_of(folder, kernel))} for kernel in kernels]
    pathlib.Path(jobs).write_text(json.dumps(heads))
    # No limit: by default the tools stop after 100 lines. Hazards by byte are thousands.
    command = ["compute-sanitizer", "--tool", tool, "--print-limit", "0"]
    if tool == "racecheck":
        command += ["--racecheck-report", "analysis"]
    done = run_bounded(command + [sys.executable, str(HERE / "run_kernel.py"), jobs, progress])
    lines = pathlib.Path(progress).read_text().split() if pathlib.Path(progress).exists() else []
    begun, ended = ([name for word, name in zip(lines[::2], lines[1::2]) if word == which] for which in ("begin", "end"))
    output = done[1] if done else ""
    if not begun:
        last = (output.strip().splitlines() or ["no output"])[-1][:100]
        return {kernel["name"]: "fails: " + last for kernel in kernels}
    found = findings(output, kernels, begun[-1])
    answers = {name: found.get(name, "") for name in begun}
    if begun[-1] not in ended and not answers[begun[-1]]:
        answers[begun[-1]] = "driver error" if "CUDA error" in output else "hangs"
    return answers


def run_chain(folder, kernels, tool, end_seconds, log):
    """Maps kernels to a report, '', 'hangs', 'driver error', 'fails: ', 'refused' or 'not run'."""
    answers = {kernel["name"]: "refused" for kernel in kernels if not cubin_of(folder, kernel).exists()}
    while rest := [kernel for kernel in kernels if kernel["name"] not in answers]:
        if time.monotonic() > end_seconds:
            answers.update({kernel["name"]: "not run" for kernel in rest})
        else:
            answers.update(run_together(folder, rest, tool))
    if log:
        with open(log, "a") as out:
            print(json.dumps({"file": kernels[0]["file"], "tool": tool, "answers": answers}), file=out)
    return answers


def is_finding(answer):
    return bool(answer) and not answer.startswith(("hangs", "fails", "refused", "driver error", "not run"))


def row(kernel, answers):
    allowed = "".join(f"may: {finding}" for finding in kernel["allowed"])
    cells = [f"`{kernel['file']}/{kernel['name']}`", ", ".join(sorted(set(kernel["expected"]))) or allowed or "clean"]
    for answer in answers:
        cells.append("yes" if is_finding(answer) else answer.split(":")[0])
    return "| " + " | ".join(cells) + " |"


def by_finding(kernels, results):
    """Counts each kernel under its first finding."""
    groups = {}
    for i, kernel in enumerate(kernels):
        if kernel["expected"] or not kernel["allowed"]:
            groups.setdefault(kernel["expected"][0] if kernel["expected"] else "", []).append(i)
    lines = ["| finding of the virtual GPU | kernels | " + " | ".join(TOOLS) + " | any |",
             "|---" * (3 + len(TOOLS)) + "|"]
    faulty = [i for name, members in groups.items() if name for i in members]
    rows = [(f"`{name}`", members) for name, members in sorted(groups.items()) if name]
    for title, members in rows + [("kernels with a fault", faulty), ("kernels without", groups.get("", []))]:
        counts = [sum(is_finding(results[i, tool]) for i in members) for tool in TOOLS]
        counts.append(sum(any(is_finding(results[i, tool]) for tool in TOOLS) for i in members))
        lines.append("| " + " | ".join([title, str(len(members))] + [str(count) for count in counts]) + " |")
    return lines


def self_test():
    kernels = [{"name": name} for name in ("reads_past", "waits", "clean")]
    output = """a line of the program: Invalid words
========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 4 bytes
=========     at reads_past+0x90 in /x/y.cu:7
=========     by thread (3,0,0) in block (0,0,0)
========= 
========= Error: Race reported between Write access at waits+0x50 in y.cu:3
=========     and Read access at waits+0x70 [96 hazards]
========= 
========= Barrier error detected. Divergent thread(s) in block
=========     by thread (1,0,0)
========= Target application returned an error
========= ERROR SUMMARY: 3 errors
"""
    assert list(findings(output, kernels, "clean")) == ["reads_past", "waits", "clean"]
    assert findings("========= Warning: Potential WAR hazard detected at clean+0x50\n", kernels, "waits").keys() == {"clean"}
    assert findings("========= Error: No attachable process found.\n", kernels, "waits") == {}
    assert findings("========= Error: process didn't terminate successfully\n", kernels, "waits") == {}
    assert list(findings("========= Uninitialized __global__ memory read of size 4 bytes\n", kernels, "waits")) == ["waits"]
    assert run_bounded([sys.executable, "-c", "print(7)"]) == (0, "7\n")
    corpus = read_corpus()
    assert len(corpus) > 50 and any(kernel["expected"] for kernel in corpus)
    assert all(kernel["expected"] for kernel in corpus if kernel["name"] in ("index_not_set", "odd_barrier_count"))
    table = by_finding([{"expected": ["a", "b"], "allowed": []}, {"expected": [], "allowed": ["c"]},
                        {"expected": [], "allowed": []}],
                       {(i, tool): "Race" if (i, tool) == (0, "racecheck") else "" for i in range(3) for tool in TOOLS})
    assert table[2:] == ["| `a` | 1 | 0 | 1 | 0 | 0 | 1 |", "| kernels with a fault | 1 | 0 | 1 | 0 | 0 | 1 |",
                         "| kernels without | 1 | 0 | 0 | 0 | 0 | 0 |"], table
    print(f"{len(corpus)} kernels, the tools' output is understood")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--out")
    parser.add_argument("--seconds", type=int, default=600, help="start nothing after this time")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    kernels = read_corpus()
    log = options.out and options.out + ".jsonl"
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        files = sorted({(kernel["file"], build_of(kernel)) for kernel in kernels})
        list(pool.map(lambda file: compile_file(folder, CORPUS / f"{file[0]}.cu", file[1]), files))
        end_seconds = time.monotonic() + options.seconds
        chains = {(name, tool): pool.submit(run_chain, folder, [k for k in kernels if k["file"] == name], tool,
                                            end_seconds, log) for tool in TOOLS for name in {name for name, _ in files}}
        results = {(i, tool): chains[kernel["file"], tool].result()[kernel["name"]]
                   for i, kernel in enumerate(kernels) for tool in TOOLS}
    lines = ["| kernel | virtual GPU finds | " + " | ".join(TOOLS) + " |", "|---" * (2 + len(TOOLS)) + "|"]
    lines += [row(kernel, [results[i, tool] for tool in TOOLS]) for i, kernel in enumerate(kernels)]
    text = "\n".join(lines + [""] + by_finding(kernels, results)) + "\n"
    if options.out:
        pathlib.Path(options.out).write_text(text)
    else:
        print(text, end="")
    faulty = [i for i, kernel in enumerate(kernels) if kernel["expected"]]
    clean = [i for i, kernel in enumerate(kernels) if not kernel["expected"] and not kernel["allowed"]]
    found = lambda i: any(is_finding(results[i, tool]) for tool in TOOLS)
    print(f"{len(faulty)} faulty kernels, compute-sanitizer finds {sum(map(found, faulty))}; "
          f"{len(clean)} clean ones, it reports {sum(map(found, clean))}")


main()
