//? exercise: gated_add
//? virtual: pass
//? cuda: pass
//? why: four elements per thread, and single ones where n is no multiple of four
//! launch add(a, b, c, n) grid=(n+1023)/1024 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int fours = n / 4;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    int rest = 4 * fours + blockIdx.x * blockDim.x + threadIdx.x;
    if (rest < n)
        c[rest] = a[rest] + b[rest];
}
