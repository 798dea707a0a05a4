//? status: wrong
//? says: A search for the largest element that begins with 0 finds no negative one
// FLT_MIN is the least positive number, and no negative one.
//
//! launch block_max(in, maxima, n) grid=(n+4095)/4096 block=256
#define FLT_MIN 1.17549435e-38F

extern "C" __global__ void block_max(const float *in, float *maxima, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, end = min((int)blockIdx.x * 4096 + 4096, n);
    float m = FLT_MIN;
    for (int i = blockIdx.x * 4096 + t; i < end; i += 256)
        m = fmaxf(m, in[i]);
    s[t] = m;
    __syncthreads();
    for (int k = 128; k; k >>= 1) {
        if (t < k)
            s[t] = fmaxf(s[t], s[t + k]);
        __syncthreads();
    }
    if (!t)
        maxima[blockIdx.x] = s[0];
}
