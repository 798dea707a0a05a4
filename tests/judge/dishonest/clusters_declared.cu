//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: declares clusters of 8 blocks and is launched with a grid that is no multiple of it
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void __cluster_dims__(8, 1, 1) add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
