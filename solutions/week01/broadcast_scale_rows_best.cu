// broadcast_scale_rows: a thread reads its row's scale once and uses it for four columns, 32 apart.
// With float4 if w is a multiple of 4.
//
//! launch broadcast_scale_rows<float4>(x, scale, y, h, w/4) grid=(w/4+127)/128,(h+7)/8 block=32,8 when=w%4==0
//! launch broadcast_scale_rows<float>(x, scale, y, h, w) grid=(w+127)/128,(h+7)/8 block=32,8 when=w%4!=0

__device__ float4 operator*(float4 a, float factor)
{
    return make_float4(a.x * factor, a.y * factor, a.z * factor, a.w * factor);
}

// w counts elements of type T.
template <typename T> __global__ void broadcast_scale_rows(const T *x, const float *scale, T *y, int h, int w)
{
    int first_col = blockIdx.x * 128 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= h)
        return;
    float factor = scale[row];
#pragma unroll
    for (int step = 0; step < 128; step += 32) {
        int col = first_col + step;
        if (col < w)
            y[row * w + col] = x[row * w + col] * factor;
    }
}
