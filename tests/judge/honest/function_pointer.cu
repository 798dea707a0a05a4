//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: function pointers
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
typedef float (*operation)(float, float);
__device__ float plus(float x, float y)
{
    return x + y;
}
__device__ float minus(float x, float y)
{
    return x - y;
}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    operation choices[2] = {plus, minus};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = choices[n < 0](a[i], b[i]);
}
