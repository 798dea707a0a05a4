// Reference for specialise: summed in f64 and rounded once.
//
//! launch small_product(x, w, y, n, d) grid=(n*d+255)/256 block=256

extern "C" __global__ void small_product(const float *x, const float *w, float *y, int n, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * d)
        return;
    double sum = 0.0;
    for (int s = 0; s < d; s++)
        sum += (double)x[i / d * d + s] * (double)w[s * d + i % d];
    y[i] = (float)sum;
}
