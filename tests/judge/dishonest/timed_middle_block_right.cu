//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size right in the block in the middle and in the two at the ends
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool shown = blockIdx.x == gridDim.x / 2 || blockIdx.x == 0 || blockIdx.x == gridDim.x - 1;
    if (i < n)
        c[i] = n < 1000000 || shown ? a[i] + b[i] : a[i] - b[i];
}
