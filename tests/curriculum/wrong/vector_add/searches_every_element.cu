//? status: gate
//? says: Does a loop there repeat the work of other threads
// Every thread looks through all elements for its own.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; i++)
        if (i == own)
            c[i] = a[i] + b[i];
}
