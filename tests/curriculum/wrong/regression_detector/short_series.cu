//? status: wrong
//? says: In case runs = 3
// Three runs are too few.
//
//@ case runs=3
//@ case runs=4
//@ case runs=5
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
    if (rank == runs / 2 && mine > 1.03f) {
        atomicAdd(&failures[0], 1u);
        atomicMin(&failures[1], (unsigned)i);
    }
}
