// 128 threads with two elements each, and the type as a parameter.
//
//! launch shared_reverse<float>(in, out, n) grid=(n+255)/256 block=128

template <typename T> __global__ void shared_reverse(const T *in, T *out, int n)
{
    __shared__ T tile[256];
    const T *from = in + blockIdx.x * 256;
    int count = min(256, n - (int)blockIdx.x * 256);
    for (int t = threadIdx.x; t < count; t += 128)
        tile[t] = from[t];
    __syncthreads();
    for (int t = threadIdx.x; t < count; t += 128)
        out[blockIdx.x * 256 + t] = tile[count - 1 - t];
}
