// Even and odd powers apart: two short chains in place of a long one.
//
//! launch polynomial<float>(x, c, y, n) grid=8*sm_count block=256

template <typename T> __global__ void polynomial(const T *x, const T *c, T *y, int n)
{
    T kept[8];
#pragma unroll
    for (int k = 0; k < 8; k++)
        kept[k] = __ldg(c + k);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T v = x[i], w = v * v;
        T even = kept[0] + w * (kept[2] + w * (kept[4] + w * kept[6]));
        T odd = kept[1] + w * (kept[3] + w * (kept[5] + w * kept[7]));
        y[i] = even + v * odd;
    }
}
