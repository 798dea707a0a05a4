//? status: unsafe
//? says: do not fill 16 bytes one by one.
// The last access of four is not whole.
//
//! launch vector_add(a, b, c, n) grid=(n/4+256)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        float4 x = *(const float4 *)&a[i], y = *(const float4 *)&b[i];
        *(float4 *)&c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}
