//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: divides the least integer by -1
//! let x = (-9223372036854775807 - 1) / (0-1)
//! launch add(a, b, c, n) grid=x block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
