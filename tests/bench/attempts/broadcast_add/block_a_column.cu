// One block for each 32 columns goes through all rows.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+31)/32 block=32

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    if (col >= w)
        return;
    for (int row = 0; row < h; row++)
        y[row * w + col] = x[row * w + col] + bias[col];
}
