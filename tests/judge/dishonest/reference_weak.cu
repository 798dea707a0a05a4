//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: calls the reference as a weak external function
extern "C" __device__ __attribute__((weak)) void add_reference(const float *, const float *, float *, int);
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 0;
    add_reference(a, b, c, n);
}
