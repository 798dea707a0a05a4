//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: scans memory behind the output for expected values
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float best = 0;
    for (int k = 0; k < 4096; k++)
        best = c[n + i + k];
    if (i < n)
        c[i] = best;
}
