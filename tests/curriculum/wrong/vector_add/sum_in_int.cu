//? status: wrong
//? says: every element is a whole number
// The sum passes through an int.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sum = a[i] + b[i];
        c[i] = sum;
    }
}
