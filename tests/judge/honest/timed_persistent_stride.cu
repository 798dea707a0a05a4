//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: a grid of the size of the GPU, against the clock
//! launch add(a, b, c, n) grid=sm_count*8 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}
