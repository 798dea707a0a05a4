//? status: compile_error
//? says: The function is isnan(x), in small letters
// The name of another language.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = isNaN(a[i]) ? 0.0f : a[i] + b[i];
}
