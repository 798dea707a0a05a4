//? status: wrong
//? says: matches this slip: The first half of all of x is taken for gates
// All gates first, then all ups.
//
//! launch swiglu(x, y, rows*cols, cols) grid=min((rows*cols+1023)/1024,16*sm_count) block=256
__device__ float silu(float x)
{
    return x / (1.0f + expf(-x));
}

extern "C" __global__ void swiglu(const float *x, float *y, int n, int cols)
{
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = silu(x[i]) * x[n + i];
}
