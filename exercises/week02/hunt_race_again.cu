// hunt_race_again: the least of each segment of 256. TODO: it is right only in a lucky order.
//
//! launch hunt_race_again(in, least, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_race_again(const float *in, float *least, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    tile[t] = i < n ? in[i] : INFINITY;
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] = fminf(tile[t], tile[t + half]);
        __syncthreads();
    }
    if (t == 0)
        least[blockIdx.x] = tile[0];
}
