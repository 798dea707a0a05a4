//! launch sum(x, out, n) grid=1 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    __shared__ double partial[256];
    double mine = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        mine += x[i];
    partial[threadIdx.x] = mine;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        out[0] = partial[0];
}
