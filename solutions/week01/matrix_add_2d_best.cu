// matrix_add_2d: c = a + b for matrices of h rows and w columns, row-major.
// With float4 if w is a multiple of 4.
//
//! launch matrix_add_2d<float4>(a, b, c, h, w/4) grid=(w/4+31)/32,(h+7)/8 block=32,8 when=w%4==0
//! launch matrix_add_2d<float>(a, b, c, h, w) grid=(w+31)/32,(h+7)/8 block=32,8 when=w%4!=0

__device__ float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// w counts elements of type T.
template <typename T> __global__ void matrix_add_2d(const T *a, const T *b, T *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w) {
        int index = row * w + col;
        c[index] = a[index] + b[index];
    }
}
