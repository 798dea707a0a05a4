// Few blocks, and a function that holds an index within the array.
//
//! launch hunt_out_of_bounds<float>(in, out, n) grid=4 block=64

__device__ int held(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

template <typename T> __global__ void hunt_out_of_bounds(const T *in, T *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T sum = 0;
        for (int k = -1; k <= 1; k++)
            sum += in[held(i + k, n)];
        out[i] = sum / T(3);
    }
}
