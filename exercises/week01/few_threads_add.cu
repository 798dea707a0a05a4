// few_threads_add: c = a + b with at most 132 blocks of 128 threads.
// TODO: each thread has two loads in flight, one of a and one of b. Bring it to at least eight.
//
//! launch few_threads_add(a, b, c, n) grid=132 block=128

extern "C" __global__ void few_threads_add(const float *a, const float *b, float *c, int n)
{
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        c[i] = a[i] + b[i];
}
