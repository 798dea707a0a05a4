//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: four elements at a time
//! launch add(a, b, c, n) grid=(ceil_div(n, 4)+255)/256 block=256
extern "C" __global__ void add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        float4 x = *(const float4 *)(a + i), y = *(const float4 *)(b + i);
        *(float4 *)(c + i) = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    } else {
        for (; i < n; i++)
            c[i] = a[i] + b[i];
    }
}
