//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: writes its input without changing it
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd((float *)&a[i], 0.0f);
        c[i] = a[i] + b[i];
    }
}
