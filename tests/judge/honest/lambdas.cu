//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: lambdas and auto
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    auto index = [] { return blockIdx.x * blockDim.x + threadIdx.x; };
    auto plus = [&](auto x, auto y) { return x + y; };
    if (unsigned i = index(); i < (unsigned)n)
        c[i] = plus(a[i], b[i]);
}
