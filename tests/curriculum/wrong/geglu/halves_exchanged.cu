//? status: wrong
//? says: matches this slip: GELU is applied to the second half.
// GELU takes the other half.
//
//! launch geglu(x, y, rows*cols, cols) grid=min((rows*cols+1023)/1024,16*sm_count) block=256

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

__device__ float4 geglu4(float4 gate, float4 up)
{
    return make_float4(gelu(up.x) * gate.x, gelu(up.y) * gate.y, gelu(up.z) * gate.z, gelu(up.w) * gate.w);
}

extern "C" __global__ void geglu(const float *x, float *y, int n, int cols)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    if (cols % 4 == 0) {
        const float4 *in = (const float4 *)x;
        int fours = cols / 4;
        for (int i = first; i < n / 4; i += step)
            ((float4 *)y)[i] = geglu4(in[i + i / fours * fours], in[i + i / fours * fours + fours]);
        return;
    }
    for (int i = first; i < n; i += step)
        y[i] = gelu(x[i + i / cols * cols + cols]) * x[i + i / cols * cols];
}
