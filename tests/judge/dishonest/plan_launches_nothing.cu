//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: launches nothing
//! let x = n
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
