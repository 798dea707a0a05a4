//? status: unsafe
//? finding: race_read_after_write
//? says: reads it at line 17
// The first row of threads loads the bias, and nobody waits for it.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    __shared__ float sb[32];
    int col = blockIdx.x * 32 + threadIdx.x;
    int first_row = blockIdx.y * 32 + threadIdx.y;
    if (threadIdx.y == 0 && col < w)
        sb[threadIdx.x] = bias[col];
    if (col < w)
        for (int r = first_row; r < first_row + 32 && r < h; r += 8)
            y[r * w + col] = x[r * w + col] + sb[threadIdx.x];
}
