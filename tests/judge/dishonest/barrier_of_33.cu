//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: a barrier of 33 threads
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    asm volatile("bar.sync 1, 33;");
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
