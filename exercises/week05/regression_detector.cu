// regression_detector: before[i] and after[i] are the times of the i-th pair of runs, in us. Count
// one failure in failures[0] if the new version is slower by 5 % or more.
// TODO: this rule compares single runs. Find one that disturbed runs and the clock do not fool.
//
//@ case runs=10
//! launch check(before, after, failures, runs) grid=(runs+127)/128 block=128

extern "C" __global__ void check(const float *before, const float *after, unsigned *failures, int runs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= runs)
        return;
    if (after[i] > 1.05f * before[i]) {
        atomicAdd(&failures[0], 1u);
        atomicMin(&failures[1], (unsigned)i);
    }
}
