// For a prediction: every second element of a.
//
//! launch predict_stride_two(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void predict_stride_two(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[2 * i % n];
}
