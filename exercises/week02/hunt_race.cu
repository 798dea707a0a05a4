// hunt_race: the prefix sum of each segment of 256: out[t] = in[0] + ... + in[t] in the segment.
// TODO: it is right only if the warps run in a lucky order.
//
//! launch hunt_race(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_race(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    tile[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int offset = 1; offset < 256; offset *= 2) {
        float left = t >= offset ? tile[t - offset] : 0.0f;
        tile[t] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
}
