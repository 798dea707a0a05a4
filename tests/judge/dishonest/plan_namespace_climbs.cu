//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: a name of the harness in a namespace of the compiler's
//! launch std::cuda::add(a, b, c, n) grid=1 block=1
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
