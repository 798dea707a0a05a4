// Four elements with one load, and the rest one by one.
//
//! launch vector_add(a, b, c, n) grid=(n/4+256)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 left = ((const float4 *)a)[i], right = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(left.x + right.x, left.y + right.y, left.z + right.z, left.w + right.w);
    }
    int last = n / 4 * 4 + i;
    if (last < n)
        c[last] = a[last] + b[last];
}
