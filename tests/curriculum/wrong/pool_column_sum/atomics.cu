//? status: gate
//? says: Atomic operations
// One thread an element, and an atomic for each.
//
//! zero out
//! launch column_sum(in, out, h, w) grid=(w+127)/128,h block=128

extern "C" __global__ void column_sum(const float *in, float *out, int h, int w)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < w)
        atomicAdd(&out[column], in[blockIdx.y * w + column]);
}
