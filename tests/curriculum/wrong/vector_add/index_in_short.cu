//? status: unsafe
//? finding: out_of_bounds
//? says: keeps an index in short, which ends at 32767
// The index wraps around.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
