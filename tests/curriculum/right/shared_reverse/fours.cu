// Four elements with one load, in memory and in the tile. A shorter segment goes one by one.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=64

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float4 tile[64];
    float *single = (float *)tile;
    const float *from = in + blockIdx.x * 256;
    float *to = out + blockIdx.x * 256;
    int count = min(256, n - (int)blockIdx.x * 256), t = threadIdx.x;
    bool is_whole = count == 256;
    if (is_whole)
        tile[t] = ((const float4 *)from)[t];
    for (int i = t; i < count && !is_whole; i += 64)
        single[i] = from[i];
    __syncthreads();
    if (is_whole) {
        float4 v = tile[63 - t];
        ((float4 *)to)[t] = make_float4(v.w, v.z, v.y, v.x);
    }
    for (int i = t; i < count && !is_whole; i += 64)
        to[i] = single[count - 1 - i];
}
