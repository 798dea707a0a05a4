"""
Counters of the virtual GPU beside those of Nsight Compute: compare.py VIRTUAL_TXT NCU_CSV JOBS

VIRTUAL_TXT is what `gpu_launch virtual FOLDER` printed, JOBS the file of the launches that ncu profiled, in its order. Sectors,
requests and bank conflicts are compared exactly, DRAM bytes within 10 %. Prints a Markdown table of what differs and sums.
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


def agrees(counter, ours, theirs):
    return abs(ours - theirs) <= 0.1 * max(theirs, 1) if counter.startswith("dram") else ours == theirs


def main():
    virtual = read_virtual(sys.argv[1])
    profiler = read_profiler(sys.argv[2], [line.split()[0] for line in open(sys.argv[3])])
    same = {counter: 0 for counter in METRICS.values()}
    rows = []
    for title, counters in profiler.items():
        for counter, theirs in counters.items():
            ours = virtual[title][counter]
            if agrees(counter, ours, theirs):
                same[counter] += 1
            else:
                rows.append(f"| `{title}` | {counter} | {ours} | {theirs} |")
    print("| counter | launches that agree | of |\n|---|---|---|")
    for counter, number in same.items():
        print(f"| `{counter}` | {number} | {len(profiler)} |")
    print("\n| launch | counter | virtual GPU | Nsight Compute |\n|---|---|---|---|")
    print("\n".join(rows))


main()
