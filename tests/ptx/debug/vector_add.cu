// vector_add: c[i] = a[i] + b[i], four elements a thread, loaded and stored as one float4.
//
//! launch vector_add(a, b, c, n) grid=(n+1023)/1024 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 x = ((const float4 *)a)[i];
        float4 y = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    if (i < n % 4) { // up to three elements are left
        int last = n / 4 * 4 + i;
        c[last] = a[last] + b[last];
    }
}
