//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: writes a __constant__ variable through its address, and reads it back
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__constant__ float kept[64];
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *p = const_cast<float *>(kept);
    if (i < n && i < 64)
        p[i] = a[i] + b[i];
    if (i < n)
        c[i] = i < 64 ? kept[i] : a[i] + b[i];
}
