//? status: gate
//? says: Several threads store the same elements at line
// A thread does a fifth row, which belongs to the next block.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    // A block covers 32 x 32 elements with 32 x 8 threads: one column and four rows each.
    int col = blockIdx.x * 32 + threadIdx.x;
    int first_row = blockIdx.y * 32 + threadIdx.y;
    if (col >= w)
        return;
    float add = bias[col];
    for (int step = 0; step <= 32; step += 8)
        if (first_row + step < h)
            y[(first_row + step) * w + col] = x[(first_row + step) * w + col] + add;
}
