//? status: wrong
//? says: for the distance from row to row of x
//? says: The kernel never reads
// Takes a row of x to be as long as a row of y.
//
//! launch swiglu(x, y, rows*cols, cols) grid=min((rows*cols+1023)/1024,16*sm_count) block=256

__device__ float silu(float x)
{
    return x / (1.0f + expf(-x));
}

__device__ float4 swiglu4(float4 gate, float4 up)
{
    return make_float4(silu(gate.x) * up.x, silu(gate.y) * up.y, silu(gate.z) * up.z, silu(gate.w) * up.w);
}

extern "C" __global__ void swiglu(const float *x, float *y, int n, int cols)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    if (cols % 4 == 0) {
        const float4 *in = (const float4 *)x;
        int fours = cols / 4;
        for (int i = first; i < n / 4; i += step)
            ((float4 *)y)[i] = swiglu4(in[i], in[i + fours]);
        return;
    }
    for (int i = first; i < n; i += step)
        y[i] = silu(x[i]) * x[i + cols];
}
