//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: a cooperative grid that cannot be resident
//! launch add(a, b, c, n) grid=1000000 block=1024 cooperative
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
