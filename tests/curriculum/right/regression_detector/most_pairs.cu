// Counts the pairs of which the new run is slower by more than 3 %.
//@ case runs=101
//@ case runs=200
//@ case runs=333
//! launch check(before, after, failures, runs) grid=1 block=256
extern "C" __global__ void check(const float *before, const float *after, unsigned *failures, int runs)
{
    int slower = 0;
    for (int first = 0; first < runs; first += blockDim.x) {
        int i = first + threadIdx.x;
        slower += __syncthreads_count(i < runs && after[i] > 1.03f * before[i]);
    }
    if (threadIdx.x == 0 && 2 * slower > runs) {
        failures[0] = 1;
        failures[1] = 0;
    }
}
