// A thread keeps the bias of its column and walks through the rows.
//
//! launch gelu_l3<float4>(x, bias, residual, out, rows, cols/4)
//!     grid=(cols/4+127)/128,min(rows,64) block=128 when=cols%4==0
//! launch gelu_l3<float>(x, bias, residual, out, rows, cols)
//!     grid=(cols+127)/128,min(rows,64) block=128 when=cols%4!=0

__device__ float apply(float x, float bias, float residual)
{
    float v = x + bias;
    return 0.5f * v * (1.0f + erff(v * 0.70710678f)) + residual;
}

__device__ float4 apply(float4 x, float4 bias, float4 residual)
{
    return make_float4(apply(x.x, bias.x, residual.x), apply(x.y, bias.y, residual.y), apply(x.z, bias.z, residual.z),
                       apply(x.w, bias.w, residual.w));
}

template <typename T> __global__ void gelu_l3(const T *x, const T *bias, const T *residual, T *out, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= width)
        return;
    T add = bias[col];
    for (int row = blockIdx.y; row < rows; row += gridDim.y) {
        size_t i = (size_t)row * width + col;
        out[i] = apply(x[i], add, residual[i]);
    }
}
