// specialise: y = x * w for many short rows: x is n x d, w is d x d, d is at most 64.
// TODO: keep this kernel for any d. Add one for d = 32, and give each launch its guard.
//
//! launch any_size(x, w, y, n, d) grid=(n*d+255)/256 block=256

// Any d: one element of y for each thread.
extern "C" __global__ void any_size(const float *x, const float *w, float *y, int n, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * d)
        return;
    int row = i / d, col = i % d;
    float sum = 0.0f;
    for (int s = 0; s < d; s++)
        sum += x[row * d + s] * w[s * d + col];
    y[i] = sum;
}
