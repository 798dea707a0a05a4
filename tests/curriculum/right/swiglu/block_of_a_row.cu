// A block for each row, so that no index is divided.
//
//! launch swiglu(x, y, cols) grid=rows block=256

__device__ float swiglu_of(float gate, float up)
{
    return gate / (1.0f + expf(-gate)) * up;
}

__device__ float4 swiglu_of(float4 gate, float4 up)
{
    return make_float4(swiglu_of(gate.x, up.x), swiglu_of(gate.y, up.y), swiglu_of(gate.z, up.z),
                       swiglu_of(gate.w, up.w));
}

extern "C" __global__ void swiglu(const float *x, float *y, int cols)
{
    const float *gates = x + (size_t)blockIdx.x * 2 * cols, *ups = gates + cols;
    float *out = y + (size_t)blockIdx.x * cols;
    if (cols % 4 == 0)
        for (int c = threadIdx.x; c < cols / 4; c += blockDim.x)
            ((float4 *)out)[c] = swiglu_of(((const float4 *)gates)[c], ((const float4 *)ups)[c]);
    else
        for (int c = threadIdx.x; c < cols; c += blockDim.x)
            out[c] = swiglu_of(gates[c], ups[c]);
}
