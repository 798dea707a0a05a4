//? status: unsafe
//? finding: uninitialised_register
//? says: never given a value
// Adds into a variable that has a value on one path only.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum;
    if (i < n) {
        if (a[i] > 0.0f)
            sum = a[i] + b[i];
        c[i] = sum;
    }
}
