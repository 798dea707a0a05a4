//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: a generic lambda that calls itself for ever
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto f = [](auto self, int k) -> int { return k + self(self, k + 1); };
    if (i < n)
        c[i] = f(f, 0);
}
