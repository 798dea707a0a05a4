//? status: unsafe
//? says: bytes at once
// Rounds the number of float4 up: the last one reaches over the end.
//
//! launch vector_add(a, b, c, n) grid=(n+1023)/1024 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (n + 3) / 4) {
        float4 u = ((const float4 *)a)[i], v = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(u.x + v.x, u.y + v.y, u.z + v.z, u.w + v.w);
    }
}
