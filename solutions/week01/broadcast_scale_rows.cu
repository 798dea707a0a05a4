// broadcast_scale_rows: a thread reads its row's scale once and uses it for four columns, 32 apart.
//
//! launch broadcast_scale_rows(x, scale, y, h, w) grid=(w+127)/128,(h+7)/8 block=32,8

extern "C" __global__ void broadcast_scale_rows(const float *x, const float *scale, float *y, int h, int w)
{
    int first_col = blockIdx.x * 128 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= h)
        return;
    float factor = scale[row];
    for (int step = 0; step < 128; step += 32) {
        int col = first_col + step;
        if (col < w)
            y[row * w + col] = x[row * w + col] * factor;
    }
}
