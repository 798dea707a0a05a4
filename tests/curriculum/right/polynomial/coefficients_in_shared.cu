// The block keeps the coefficients in shared memory.
//
//! launch polynomial(x, c, y, n) grid=(n+1023)/1024 block=256

extern "C" __global__ void polynomial(const float *x, const float *c, float *y, int n)
{
    __shared__ float kept[8];
    if (threadIdx.x < 8)
        kept[threadIdx.x] = c[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < min((int)blockIdx.x * 1024 + 1024, n); i += 256) {
        float v = x[i], sum = kept[7];
        for (int k = 6; k >= 0; k--)
            sum = sum * v + kept[k];
        y[i] = sum;
    }
}
