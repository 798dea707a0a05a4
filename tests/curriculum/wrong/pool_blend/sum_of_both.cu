//? status: wrong
//? says: matches this slip: a is not reduced.
// Adds a share of b, and keeps all of a.
//
//! launch blend(a, b, y, share, n) grid=(n/4+255)/256 block=256

extern "C" __global__ void blend(const float *a, const float *b, float *y, float share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    float4 p = ((const float4 *)a)[i], q = ((const float4 *)b)[i];
    ((float4 *)y)[i] = make_float4(p.x + share * q.x, p.y + share * q.y, p.z + share * q.z,
                                   p.w + share * q.w);
}
