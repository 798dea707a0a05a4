//? status: wrong
//? says: no float4 covers the last elements
// Leaves out the elements that no float4 covers.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 p = ((const float4 *)a)[i], q = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
    }
}
