//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: sums from -0, pairwise, in double
//! launch sum(x, out, n) grid=1 block=32
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    double s = -0.0;
    for (int i = threadIdx.x; i < n; i += 32)
        s += x[i];
    for (int k = 16; k; k /= 2)
        s += __shfl_xor_sync(~0u, s, k);
    if (!threadIdx.x)
        *out = (float)s;
}
