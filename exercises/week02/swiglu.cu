// swiglu: y = silu(gate) * up, where each row of x holds cols gates, then cols ups.
//
//! launch swiglu(x, y, rows*cols, cols) grid=min((rows*cols+1023)/1024,16*sm_count) block=256

__device__ float silu(float x)
{
    return x / (1.0f + expf(-x));
}

extern "C" __global__ void swiglu(const float *x, float *y, int n, int cols)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    // TODO: where are the gate and the up of element i of y? Then float4, where cols allows it.
}
