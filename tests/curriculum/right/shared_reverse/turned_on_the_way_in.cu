// Each element goes to its place in the tile, which has its size from the launch.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256 shared=1024

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    extern __shared__ float tile[];
    int first = blockIdx.x * 256, count = min(256, n - first), t = threadIdx.x;
    if (t < count)
        tile[count - 1 - t] = in[first + t];
    __syncthreads();
    if (t < count)
        out[first + t] = tile[t];
}
