// A tile for the elements and another one for their differences.
//
//! launch hunt_diverged_barrier<float>(in, out, n) grid=(n+255)/256 block=256

template <typename T> __global__ void hunt_diverged_barrier(const T *in, T *out, int n)
{
    __shared__ T tile[257], differences[257];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t == 0)
        tile[0] = differences[0] = 0;
    tile[t + 1] = i < n ? in[i] : T(0);
    __syncthreads();
    differences[t + 1] = tile[t + 1] - tile[t];
    __syncthreads();
    if (i < n)
        out[i] = differences[t + 1] - differences[t];
}
