//? status: gate
//? says: as many sectors as needed
// x walks down the rows: right, and every request touches 32 rows.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(h+31)/32,(w+31)/32 block=32,8

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    int row = blockIdx.x * 32 + threadIdx.x;
    for (int step = 0; step < 32; step += 8) {
        int col = blockIdx.y * 32 + threadIdx.y + step;
        if (row < h && col < w)
            y[row * w + col] = x[row * w + col] + bias[col];
    }
}
