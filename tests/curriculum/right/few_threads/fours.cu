// Two loads of four elements are in flight.
//
//! launch few_threads(x, y, n) grid=132 block=128

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *in = (const float4 *)x;
    float4 *out = (float4 *)y;
    int i = t;
    for (; i + 3 * step < n / 4; i += 4 * step) {
        float4 a = in[i], b = in[i + step], c = in[i + 2 * step], d = in[i + 3 * step];
        out[i] = make_float4(2.0f * a.x, 2.0f * a.y, 2.0f * a.z, 2.0f * a.w);
        out[i + step] = make_float4(2.0f * b.x, 2.0f * b.y, 2.0f * b.z, 2.0f * b.w);
        out[i + 2 * step] = make_float4(2.0f * c.x, 2.0f * c.y, 2.0f * c.z, 2.0f * c.w);
        out[i + 3 * step] = make_float4(2.0f * d.x, 2.0f * d.y, 2.0f * d.z, 2.0f * d.w);
    }
    for (; i < n / 4; i += step)
        out[i] = make_float4(2.0f * in[i].x, 2.0f * in[i].y, 2.0f * in[i].z, 2.0f * in[i].w);
    for (i = n / 4 * 4 + t; i < n; i += step)
        y[i] = 2.0f * x[i];
}
