//? status: wrong
//? says: equals the one at the same place of input x
// Copies x.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int first_row = blockIdx.y * 32 + threadIdx.y;
    if (col >= w)
        return;
#pragma unroll
    for (int step = 0; step < 32; step += 8) {
        int row = first_row + step;
        if (row < h)
            y[row * w + col] = x[row * w + col] ;
    }
}
