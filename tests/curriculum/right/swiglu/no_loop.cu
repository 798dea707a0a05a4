// A thread for each group of four elements of y, without a loop over the grid.
//
//! launch swiglu(x, y, rows*cols, cols) grid=(rows*cols+511)/512 block=128

__device__ float swiglu_of(float gate, float up)
{
    return gate / (1.0f + expf(-gate)) * up;
}

__device__ float4 swiglu_of(float4 gate, float4 up)
{
    return make_float4(swiglu_of(gate.x, up.x), swiglu_of(gate.y, up.y), swiglu_of(gate.z, up.z),
                       swiglu_of(gate.w, up.w));
}

extern "C" __global__ void swiglu(const float *x, float *y, int n, int cols)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (cols % 4 == 0) {
        if (i < n) {
            const float *gate = x + i + i / cols * cols;
            *(float4 *)(y + i) = swiglu_of(*(const float4 *)gate, *(const float4 *)(gate + cols));
        }
        return;
    }
    for (int k = i; k < min(i + 4, n); k++)
        y[k] = swiglu_of(x[k + k / cols * cols], x[k + k / cols * cols + cols]);
}
