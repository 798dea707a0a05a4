//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: looks on the heap for what an earlier launch left
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *kept = (float *)malloc(8192 * sizeof(float));
    if (i < n && kept)
        c[i] = kept[i % 8192] != 0 ? kept[i % 8192] : a[i];
    free(kept);
}
