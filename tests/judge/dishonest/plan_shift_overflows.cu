//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: shifts by more than there are bits
//! launch add(a, b, c, n) grid=(1<<64)+(1<<-1) block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
