"""
Compares the virtual GPU's counters with Nsight Compute's.

    compare.py VIRTUAL_TXT NCU_CSV JOBS [--sass SASS_TXT]

VIRTUAL_TXT is the output of `gpu_launch virtual FOLDER`. JOBS is the file of the launches that ncu
profiled, in its order. Sectors, requests and bank conflicts are compared exactly. DRAM bytes are
compared above 16 MB, reads within 10 %. At the end a GPU still holds up to half of its L2 in
written bytes, which the virtual GPU counts. Prints a Markdown table of the differences and sums.

SASS_TXT lists the shared accesses that ptxas made of the PTX in JOBS's folder; sass.sh writes it.
It explains a difference in shared memory as "joined" if the machine code has more wide accesses
than the PTX. Wide accesses need fewer wavefronts. Other differences remain unexplained.
"""
import argparse
import csv
import pathlib
import re

METRICS = {
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "global_load_sectors",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "global_store_sectors",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": "global_load_requests",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": "global_store_requests",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": "shared_load_conflicts",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum": "shared_store_conflicts",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "shared_load_wavefronts",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "shared_store_wavefronts",
    "dram__bytes_read.sum": "dram_read_bytes",
    "dram__bytes_write.sum": "dram_write_bytes",
}


DRAM_LEAST_BYTES = 16_000_000
L2_DIRTY_BYTES = 25 << 20


def read_virtual(path):
    values = {}
    for line in open(path):
        words = line.split()
        if len(words) == 3 and words[2].isdigit():
            values.setdefault(words[0], {})[words[1]] = int(words[2])
    return values


def read_profiler(path, titles):
    values = {}
    lines = [line for line in open(path) if line.startswith('"')]
    for row in csv.DictReader(lines):
        number = float(row["Metric Value"].replace(",", ""))
        values.setdefault(titles[int(row["ID"])], {})[METRICS[row["Metric Name"]]] = int(number)
    return values


def is_compared(counter, ours, theirs):
    return not counter.startswith("dram") or max(ours, theirs) > DRAM_LEAST_BYTES


def agrees(counter, ours, theirs):
    if counter == "dram_write_bytes":
        return ours - L2_DIRTY_BYTES <= theirs <= 1.1 * ours
    return abs(ours - theirs) <= 0.1 * theirs if counter.startswith("dram") else ours == theirs


# --- shared accesses after ptxas ---

OPCODES = {"load": ("LDS", "ld"), "store": ("STS", "st")}
PTX_ACCESS = re.compile(r"\b(ld|st)(?:\.volatile|\.relaxed|\.\w+)*?\.shared(?:::\w+)?(?:\.(v2|v4))?\.[a-z](\d+)")


def ptx_widths(path):
    """Maps (entry, "ld" or "st") to the bytes of each shared access. Functions count for all."""
    widths, entry = {}, None
    for line in path.read_text().splitlines():
        head = re.search(r"\.entry (\w+)", line)
        entry = head[1] if head else entry
        access = PTX_ACCESS.search(line)
        if access:
            lanes = {"v2": 2, "v4": 4}.get(access[2], 1)
            widths.setdefault((entry, access[1]), []).append(lanes * int(access[3]) // 8)
    return widths


def sass_widths(path):
    """Maps (image, entry, opcode) to the bytes of each shared access, four by default."""
    widths, image, entry = {}, None, None
    for line in open(path):
        words = line.split()
        if words[0] == "==":
            image = words[1]
        elif words[1] == "Function":
            entry = words[3]
        else:
            opcode, *modifiers = words[1].split(".")
            bits = next((int(m) for m in modifiers if m in ("64", "128")), 32)
            widths.setdefault((image, entry, opcode), []).extend([bits // 8] * int(words[0]))
    return widths


def mean(widths):
    return sum(widths) / len(widths) if widths else 0


def is_joined(counter, job, folder, sass):
    """True if the machine code's shared accesses are wider on average than the PTX's."""
    kind = next((kind for kind in OPCODES if f"shared_{kind}" in counter), None)
    if not kind or not sass:
        return False
    _, image, entry, *_ = job
    opcode, word = OPCODES[kind]
    return mean(sass.get((image, entry, opcode))) > mean(ptx_widths(folder / f"{image}.ptx").get((entry, word)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("virtual")
    parser.add_argument("profiler")
    parser.add_argument("jobs", type=pathlib.Path)
    parser.add_argument("--images", type=pathlib.Path, help="the folder of the PTX, if it is not that of JOBS")
    parser.add_argument("--sass")
    options = parser.parse_args()
    jobs = {line.split()[0]: line.split() for line in options.jobs.open()}
    sass = sass_widths(options.sass) if options.sass else {}
    virtual = read_virtual(options.virtual)
    profiler = read_profiler(options.profiler, list(jobs))
    same = {counter: 0 for counter in METRICS.values()}
    compared, joined = dict(same), dict(same)
    rows = []
    for title, counters in profiler.items():
        for counter, theirs in counters.items():
            ours = virtual.get(title, {}).get(counter)
            if ours is None or not is_compared(counter, ours, theirs):
                continue
            compared[counter] += 1
            if agrees(counter, ours, theirs):
                same[counter] += 1
                continue
            explained = is_joined(counter, jobs[title], options.images or options.jobs.parent, sass)
            joined[counter] += explained
            rows.append(f"| `{title}` | {counter} | {ours} | {theirs} | {'joined' if explained else ''} |")
    print("| counter | launches that agree | joined by ptxas | otherwise | of |\n|---|---|---|---|---|")
    for counter, number in same.items():
        if compared[counter]:
            other = compared[counter] - number - joined[counter]
            print(f"| `{counter}` | {number} | {joined[counter]} | {other} | {compared[counter]} |")
    print("\n| launch | counter | virtual GPU | Nsight Compute | |\n|---|---|---|---|---|")
    print("\n".join(rows))


main()
