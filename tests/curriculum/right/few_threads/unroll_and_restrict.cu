// The compiler collects sixteen loads: it knows that x and y do not overlap.
// Twice as many blocks of half the threads.
//
//! launch few_threads(x, y, n) grid=264 block=64

extern "C" __global__ void few_threads(const float *__restrict__ x, float *__restrict__ y, int n)
{
#pragma unroll 16
    for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 264 * 64)
        y[i] = x[i] + x[i];
}
