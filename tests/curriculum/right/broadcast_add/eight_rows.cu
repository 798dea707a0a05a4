// Eight rows for each thread.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+31)/32,(h+63)/64 block=32,8

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int end = min((int)blockIdx.y * 64 + 64, h);
    if (col < w) {
        float add = bias[col];
        for (int row = blockIdx.y * 64 + threadIdx.y; row < end; row += 8)
            y[row * w + col] = x[row * w + col] + add;
    }
}
