//? status: wrong
//? says: matches this slip: The bias is added after the maximum.
// Applies the steps in another order.
//
//! launch fused(x, bias, y, scale, h, w) grid=(w+255)/256,h block=256

extern "C" __global__ void fused(const float *x, const float *bias, float *y, float scale, int h, int w)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= w)
        return;
    int i = blockIdx.y * w + column;
    y[i] = fmaxf(x[i] * scale, 0.0f) + bias[column];
}
