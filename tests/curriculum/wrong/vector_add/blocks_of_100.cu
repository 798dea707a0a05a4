//? status: gate
//? says: A block has 100 threads, which is no multiple of 32
// Blocks of 100 threads: warps begin in the middle of a sector.
//
//! launch vector_add(a, b, c, n) grid=7 block=100
extern "C" __global__ void vector_add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                                      int n)
{
    size_t stride = (size_t)blockDim.x * gridDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < (size_t)n; i += stride)
        c[i] = __ldg(a + i) + __ldg(&b[i]);
}
