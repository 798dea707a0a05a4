//? status: wrong
//? says: check how the kernel takes the elements that no float4 covers
// The path without float4 activates the up half.
//
//! launch geglu(x, y, rows*cols, cols) grid=min((rows*cols+1023)/1024,16*sm_count) block=256

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

__device__ float4 geglu4(float4 gate, float4 up)
{
    return make_float4(gelu(gate.x) * up.x, gelu(gate.y) * up.y, gelu(gate.z) * up.z, gelu(gate.w) * up.w);
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
        y[i] = x[i + i / cols * cols] * gelu(x[i + i / cols * cols + cols]);
}
