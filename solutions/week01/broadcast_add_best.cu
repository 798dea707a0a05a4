// broadcast_add: a thread reads its column's bias once and uses it for four rows.
// With float4 if w is a multiple of 4: the thread then has four columns.
//
//! launch broadcast_add<float4>(x, bias, y, h, w/4) grid=(w/4+31)/32,(h+31)/32 block=32,8 when=w%4==0
//! launch broadcast_add<float>(x, bias, y, h, w) grid=(w+31)/32,(h+31)/32 block=32,8 when=w%4!=0

__device__ float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// w counts elements of type T.
template <typename T> __global__ void broadcast_add(const T *x, const T *bias, T *y, int h, int w)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int first_row = blockIdx.y * 32 + threadIdx.y;
    if (col >= w)
        return;
    T add = bias[col];
#pragma unroll
    for (int step = 0; step < 32; step += 8) {
        int row = first_row + step;
        if (row < h)
            y[row * w + col] = x[row * w + col] + add;
    }
}
