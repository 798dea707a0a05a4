//? status: wrong
//? says: reports version 3 (one percent), which is not slower
// Counts any slowdown.
//
//@ case runs=101
//@ case runs=200
//@ case runs=333
//! launch check(before, after, failures, runs) grid=(runs+127)/128 block=128

extern "C" __global__ void check(const float *before, const float *after, unsigned *failures, int runs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= runs)
        return;
    float mine = after[i] / before[i];
    int rank = 0; // how many ratios come before mine
    for (int j = 0; j < runs; j++) {
        float other = after[j] / before[j];
        rank += other < mine || (other == mine && j < i);
    }
    if (rank == runs / 2 && mine > 1.001f) {
        atomicAdd(&failures[0], 1u);
        atomicMin(&failures[1], (unsigned)i);
    }
}
