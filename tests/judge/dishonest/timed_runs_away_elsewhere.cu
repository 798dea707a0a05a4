//? exercise: timed_add
//? virtual: pass
//? cuda: timeout|crash|wrong
//? medal: none
//? why: at the timed size one block in 64 counts for ever
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = blockIdx.x * 2654435761u >> 26;
    if (n > 1000000 && h == 5)
        for (volatile unsigned k = 0;; k++)
            ;
    if (i < n)
        c[i] = a[i] + b[i];
}
