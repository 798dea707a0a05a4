#!/usr/bin/env bash
# bench_beside_numba.sh PROGRAM [N]: the naive matmul N^3 (64) in 16 x 16 blocks, on numba's CUDA
# simulator and on the virtual GPU. Needs numba (python3 -m venv V && V/bin/pip install numba;
# PYTHON=V/bin/python).
#
# A rate is the kernel's warp instructions per second of one launch. Both rates use the virtual
# GPU's count. The virtual GPU runs on one thread, with every check and the cache model.
set -eu
program=${1:?usage: bench_beside_numba.sh PROGRAM [N]}
n=${2:-64}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/matmul.cu" <<'CUDA'
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
CUDA
NUMBA_ENABLE_CUDASIM=1 "${PYTHON:-python3}" - "$program" "$n" "$scratch/matmul.cu" <<'PYTHON'
import json, statistics, subprocess, sys, time
import numpy as np
from numba import cuda

program, n, source = sys.argv[1], int(sys.argv[2]), sys.argv[3]
RUNS, MORE = 5, 200


@cuda.jit
def matmul(a, b, c, n):
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    total = np.float32(0)
    for k in range(n):
        total += a[row * n + k] * b[k * n + col]
    c[row * n + col] = total


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def simulated():
    a, b = (np.random.rand(n * n).astype(np.float32) for _ in range(2))
    c = np.zeros(n * n, np.float32)
    elapsed = seconds(lambda: matmul[(n // 16, n // 16), (16, 16)](a, b, c, n))
    assert np.allclose(c.reshape(n, n), a.reshape(n, n) @ b.reshape(n, n), atol=1e-3)
    return elapsed


def virtual(launches):
    matrix = f"f32[{n * n}]="
    arguments = [matrix + "uniform(0,1)", matrix + "uniform(0,1)", matrix + "zeros", f"i32={n}"]
    command = [program, "run", source, "--grid", f"{n // 16},{n // 16}", "--block", "16,16", "--json", "--threads", "1",
               "--device", "virtual", "--repeat", str(launches)]
    for argument in arguments:
        command += ["--arg", argument]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


# Both terms include the time to start, compile and print, so the difference excludes it.
def launch_s():
    return (seconds(lambda: virtual(1 + MORE)) - seconds(lambda: virtual(1))) / MORE


kernel = virtual(1)["kernels"][0]
count = kernel["counters"]["warp_instructions"]
theirs, ours = statistics.median(simulated() for _ in range(RUNS)), statistics.median(launch_s() for _ in range(RUNS))
print(f"naive matmul {n}^3, {count} warp-instructions, medians of {RUNS}")
print(f"{'numba simulator':<22}{theirs * 1e3:>12.3f} ms{count / theirs / 1e6:>12.3f} M warp-instructions/s")
print(f"{'virtual GPU, all on':<22}{ours * 1e3:>12.3f} ms{count / ours / 1e6:>12.3f} M warp-instructions/s")
print(f"{'ratio':<22}{theirs / ours:>12.0f}")
PYTHON
