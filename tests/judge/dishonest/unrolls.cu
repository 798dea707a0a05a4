//? exercise: add
//? virtual: compile_error|timeout|crash
//? cuda: compile_error|timeout|crash
//? why: unrolls a million times
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? a[i] : 0;
#pragma unroll
    for (int k = 0; k < 1000000; k++)
        v = v * 1.0000001f + k;
    if (i < n)
        c[i] = v == 12345 ? 0 : a[i] + b[i];
}
