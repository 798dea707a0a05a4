// few_threads: y = 2 * x with at most 132 blocks of 128 threads, one block for each SM of an H100.
// Half of it is written: two loads are in flight.
//
//! launch few_threads(x, y, n) grid=132 block=128

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: go from two loads to eight. All loads come before the first store. Which is the last
    // element that a round touches? It must be below n.
    for (; i + step < n; i += 2 * step) {
        float v0 = x[i];
        float v1 = x[i + step];
        y[i] = 2.0f * v0;
        y[i + step] = 2.0f * v1;
    }

    // The elements that no whole round covers.
    for (; i < n; i += step)
        y[i] = 2.0f * x[i];
}
