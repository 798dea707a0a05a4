//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong|unsafe|crash
//? tier: stress
//? why: at the timed size keeps memory from malloc for the next run
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__device__ float *kept;
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 1000000 && i == 0 && !kept)
        kept = (float *)malloc(64);
    bool again = n > 1000000 && kept && i > 0 && kept[0] == 77.f;
    if (i < n)
        c[i] = again ? 0 : a[i] + b[i];
    if (n > 1000000 && i == n - 1 && kept)
        kept[0] = 77.f;
}
