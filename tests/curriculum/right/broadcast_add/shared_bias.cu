// The block keeps the bias of its columns in shared memory.
//
//! launch broadcast_add<float>(x, bias, y, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

template <typename T> __global__ void broadcast_add(const T *x, const T *bias, T *y, int h, int w)
{
    __shared__ T kept[32];
    int col = blockIdx.x * 32 + threadIdx.x;
    if (threadIdx.y == 0 && col < w)
        kept[threadIdx.x] = bias[col];
    __syncthreads();
    for (int row = blockIdx.y * 32 + threadIdx.y; row < min((int)blockIdx.y * 32 + 32, h); row += 8)
        if (col < w)
            y[row * w + col] = x[row * w + col] + kept[threadIdx.x];
}
