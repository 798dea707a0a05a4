// One kernel for float4 and for float. The plan chooses.
//
//! launch swiglu<float4>(x, y, rows*cols/4, cols/4)
//!     grid=min((rows*cols+1023)/1024,16*sm_count) block=256 when=cols%4==0
//! launch swiglu<float>(x, y, rows*cols, cols)
//!     grid=min((rows*cols+255)/256,16*sm_count) block=256 when=cols%4!=0

__device__ float swiglu_of(float gate, float up)
{
    return gate / (1.0f + expf(-gate)) * up;
}

__device__ float4 swiglu_of(float4 gate, float4 up)
{
    return make_float4(swiglu_of(gate.x, up.x), swiglu_of(gate.y, up.y), swiglu_of(gate.z, up.z),
                       swiglu_of(gate.w, up.w));
}

template <typename T> __global__ void swiglu(const T *x, T *y, int count, int width)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        int row = i / width, col = i % width;
        y[i] = swiglu_of(x[2 * row * width + col], x[(2 * row + 1) * width + col]);
    }
}
