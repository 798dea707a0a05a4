//? status: gate
//? says: Warp loads from global memory: 131072
// The general kernel serves d = 32 too.
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
