//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: the remainder of the least integer by -1, and a grid of it
//! launch add(a, b, c, n) grid=(-9223372036854775807 - 1) % (0-1) block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
