// Two of the three elements come with one load.
//
//! launch pool_max(in, out, m) grid=(m+127)/128 block=128

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) {
        float2 pair = ((const float2 *)in)[i];
        float best = pair.x > pair.y ? pair.x : pair.y, last = in[2 * i + 2];
        out[i] = last > best ? last : best;
    }
}
