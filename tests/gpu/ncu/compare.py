"""
Counters of the virtual GPU beside those of Nsight Compute: compare.py VIRTUAL_TXT NCU_CSV JOBS

VIRTUAL_TXT is what `gpu_launch virtual FOLDER` printed, JOBS the file of the launches that ncu profiled, in its order. Sectors,
requests and bank conflicts are compared exactly. DRAM bytes are compared where they are more than 16 MB: those read within 10 %;
of those written a GPU still holds up to its L2's half at the end, which the virtual GPU counts. Prints a Markdown table of
what differs and sums.
"""
import csv
import sys

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


def main():
    virtual = read_virtual(sys.argv[1])
    profiler = read_profiler(sys.argv[2], [line.split()[0] for line in open(sys.argv[3])])
    same = {counter: 0 for counter in METRICS.values()}
    compared = dict(same)
    rows = []
    for title, counters in profiler.items():
        for counter, theirs in counters.items():
            ours = virtual.get(title, {}).get(counter)
            if ours is None or not is_compared(counter, ours, theirs):
                continue
            compared[counter] += 1
            if agrees(counter, ours, theirs):
                same[counter] += 1
            else:
                rows.append(f"| `{title}` | {counter} | {ours} | {theirs} |")
    print("| counter | launches that agree | of |\n|---|---|---|")
    for counter, number in same.items():
        if compared[counter]:
            print(f"| `{counter}` | {number} | {compared[counter]} |")
    print("\n| launch | counter | virtual GPU | Nsight Compute |\n|---|---|---|---|")
    print("\n".join(rows))


main()
