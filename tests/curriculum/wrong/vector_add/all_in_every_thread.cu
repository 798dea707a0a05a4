//? status: unsafe
//? finding: race_same_value
//? says: The kernel reads no threadIdx
// Every thread adds every element.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}
