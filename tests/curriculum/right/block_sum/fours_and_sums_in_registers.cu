// Loads of four elements. A thread keeps its sum in a register through the tree.
//
//! launch block_sum<float>(in, sums, n) grid=(n+4095)/4096 block=256

template <typename T> __global__ void block_sum(const T *in, T *sums, int n)
{
    __shared__ T tile[256];
    int first = blockIdx.x * 4096, count = min(4096, n - first), t = threadIdx.x;
    const float4 *fours = (const float4 *)(in + first);
    T sum = 0;
    for (int i = t; i < count / 4; i += 256) {
        float4 v = fours[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    if (t < count % 4)
        sum += in[first + count / 4 * 4 + t];
    tile[t] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] = sum += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = sum;
}
