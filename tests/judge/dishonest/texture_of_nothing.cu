//? exercise: add
//? virtual: crash|waived
//? cuda: crash|waived
//? why: reads a texture by a number
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = tex1Dfetch<float>((cudaTextureObject_t)c, i) + a[i];
}
