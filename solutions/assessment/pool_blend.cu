// pool_blend: four elements for each thread.
//
//! launch blend(a, b, y, share, n) grid=(n/4+255)/256 block=256

extern "C" __global__ void blend(const float *a, const float *b, float *y, float share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    float4 p = ((const float4 *)a)[i], q = ((const float4 *)b)[i];
    ((float4 *)y)[i] = make_float4(p.x + share * (q.x - p.x), p.y + share * (q.y - p.y), p.z + share * (q.z - p.z),
                                   p.w + share * (q.w - p.w));
}
