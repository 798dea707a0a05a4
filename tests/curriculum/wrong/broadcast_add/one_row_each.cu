//? status: gate
//? says: Each input is loaded 1.98x
// One row a thread: right, and the bias is read again for every row.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int first_row = blockIdx.y * 8 + threadIdx.y;
    if (col >= w)
        return;
    float add = bias[col];
#pragma unroll
    for (int step = 0; step < 8; step += 8) {
        int row = first_row + step;
        if (row < h)
            y[row * w + col] = x[row * w + col] + add;
    }
}
