//? exercise: add
//? virtual: crash|timeout
//? cuda: crash|timeout
//? why: a grid without end
//! launch add(a, b, c, n) grid=2000000000, 60000, 60000 block=1024
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
