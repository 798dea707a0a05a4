// few_threads_add: c = a + b with at most 132 blocks of 128 threads. Each thread has eight
// loads in flight.
//
//! launch few_threads_add(a, b, c, n) grid=132 block=128

extern "C" __global__ void few_threads_add(const float *a, const float *b, float *c, int n)
{
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 3 * step < n; i += 4 * step) {
        float a0 = a[i], a1 = a[i + step], a2 = a[i + 2 * step], a3 = a[i + 3 * step];
        float b0 = b[i], b1 = b[i + step], b2 = b[i + 2 * step], b3 = b[i + 3 * step];
        c[i] = a0 + b0;
        c[i + step] = a1 + b1;
        c[i + 2 * step] = a2 + b2;
        c[i + 3 * step] = a3 + b3;
    }
    for (; i < n; i += step)
        c[i] = a[i] + b[i];
}
