//? exercise: timed_large_add
//? virtual: wrong|pass
//? cuda: wrong|pass
//? why: an index in f32, which is not exact beyond 2^24
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    float at = (float)blockIdx.x * 256.0f + (float)threadIdx.x;
    int i = (int)at;
    if (i < n)
        c[i] = a[i] + b[i];
}
