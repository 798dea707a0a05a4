//? status: gate
//? says: 132 blocks of 128 threads
// More warps hide the latency too, but the exercise allows four per SM.
//
//! launch few_threads(x, y, n) grid=(n+255)/256 block=256

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = 2.0f * x[i];
}
