// Each round reads one tile and writes the other.
//
//! launch hunt_race(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_race(const float *in, float *out, int n)
{
    __shared__ float tiles[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, now = 0;
    tiles[0][t] = i < n ? in[i] : 0.0f;
    for (int offset = 1; offset < 256; offset *= 2, now = 1 - now) {
        __syncthreads();
        tiles[1 - now][t] = tiles[now][t] + (t >= offset ? tiles[now][t - offset] : 0.0f);
    }
    if (i < n)
        out[i] = tiles[now][t];
}
