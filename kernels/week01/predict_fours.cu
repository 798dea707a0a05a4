// For a prediction: a vector add by float4.
//
//! launch predict_fours(a, b, c, n/4) grid=(n/4+255)/256 block=256

extern "C" __global__ void predict_fours(const float4 *a, const float4 *b, float4 *c, int fours)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < fours)
        c[i] = make_float4(a[i].x + b[i].x, a[i].y + b[i].y, a[i].z + b[i].z, a[i].w + b[i].w);
}
