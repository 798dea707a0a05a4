//? exercise: sum
//? virtual: unsafe
//? cuda: unsafe
//? why: a warp sum whose mask names lanes that are not there
//! launch sum(x, out, n) grid=1 block=32
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        s += x[i];
    if (threadIdx.x < 20)
        for (int k = 16; k; k /= 2)
            s += __shfl_down_sync(0xffffffff, s, k);
    if (threadIdx.x == 0)
        *out = s;
}
