//? status: wrong
//? says: has the same grid for every size. Let each thread take several elements in a loop
// One element per thread, with a grid that ends.
//
//! launch few_threads_add(a, b, c, n) grid=132 block=128

extern "C" __global__ void few_threads_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
