//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: an offset beyond the buffer
//! launch add(a + 1000000000, b, c, n) grid=1 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
