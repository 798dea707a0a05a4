// Reference for window_max: the largest element of the 5 x 5 window, as far as it is inside.
//! launch window_max_reference(in, out, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void window_max_reference(const float *in, float *out, int h, int w)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= h || c >= w)
        return;
    float most = in[r * w + c];
    for (int y = max(r - 2, 0); y <= min(r + 2, h - 1); y++)
        for (int x = max(c - 2, 0); x <= min(c + 2, w - 1); x++)
            most = fmaxf(most, in[y * w + x]);
    out[r * w + c] = most;
}
