// few_threads: y = 2 * x with at most 132 blocks of 128 threads. Each thread has eight loads in
// flight.
//
//! launch few_threads(x, y, n) grid=132 block=128

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 7 * step < n; i += 8 * step) {
        float v0 = x[i], v1 = x[i + step], v2 = x[i + 2 * step], v3 = x[i + 3 * step];
        float v4 = x[i + 4 * step], v5 = x[i + 5 * step], v6 = x[i + 6 * step], v7 = x[i + 7 * step];
        y[i] = 2.0f * v0;
        y[i + step] = 2.0f * v1;
        y[i + 2 * step] = 2.0f * v2;
        y[i + 3 * step] = 2.0f * v3;
        y[i + 4 * step] = 2.0f * v4;
        y[i + 5 * step] = 2.0f * v5;
        y[i + 6 * step] = 2.0f * v6;
        y[i + 7 * step] = 2.0f * v7;
    }
    for (; i < n; i += step)
        y[i] = 2.0f * x[i];
}
