//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: structs with members
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
struct pair {
    float left, right;
    __device__ float sum() const
    {
        return left + right;
    }
};
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    pair both = {a[i], b[i]};
    c[i] = both.sum();
}
