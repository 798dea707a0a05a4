// Through a tile with one more element at each end.
//
//! launch hunt_out_of_bounds(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_out_of_bounds(const float *in, float *out, int n)
{
    __shared__ float tile[258];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t + 1] = in[min(i, n - 1)];
    if (t == 0)
        tile[0] = in[max(i - 1, 0)];
    if (t == 255)
        tile[257] = in[min(i + 1, n - 1)];
    __syncthreads();
    if (i < n)
        out[i] = (tile[t] + tile[t + 1] + tile[t + 2]) * (1.0f / 3.0f);
}
