//? status: unsafe
//? says: lets col run up to w. Is col the right index of scale?
// A factor for each column, but there is one for each row.
//
//! launch broadcast_scale_rows(x, scale, y, h, w) grid=(w+127)/128,(h+7)/8 block=32,8

extern "C" __global__ void broadcast_scale_rows(const float *x, const float *scale, float *y, int h, int w)
{
    int first_col = blockIdx.x * 128 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= h)
        return;
    for (int step = 0; step < 128; step += 32) {
        int col = first_col + step;
        if (col < w)
            y[row * w + col] = x[row * w + col] * scale[col];
    }
}
