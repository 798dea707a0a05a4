// A thread keeps its column, and walks through the rows of the grid.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+255)/256,min(h,32) block=256

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= w)
        return;
    float add = bias[col];
    for (int row = blockIdx.y; row < h; row += gridDim.y)
        y[(size_t)row * w + col] = x[(size_t)row * w + col] + add;
}
