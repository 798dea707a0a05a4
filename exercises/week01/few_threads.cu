// few_threads: y = 2 * x with at most 132 blocks of 128 threads, one block for each SM of an H100.
// TODO: each thread has one load in flight. Let it issue eight loads before it uses the first
// value.
//
//! launch few_threads(x, y, n) grid=132 block=128

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = 2.0f * x[i];
}
