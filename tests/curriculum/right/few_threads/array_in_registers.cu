// Eight loads into an array in registers, each with its guard.
//
//! launch few_threads<float>(x, y, n) grid=132 block=128

template <typename T> __global__ void few_threads(const T *x, T *y, int n)
{
    int step = gridDim.x * blockDim.x;
    for (int first = blockIdx.x * blockDim.x + threadIdx.x; first < n; first += 8 * step) {
        T kept[8];
#pragma unroll
        for (int k = 0; k < 8; k++)
            kept[k] = first + k * step < n ? x[first + k * step] : T(0);
#pragma unroll
        for (int k = 0; k < 8; k++)
            if (first + k * step < n)
                y[first + k * step] = T(2) * kept[k];
    }
}
