// Reference for conv2d_tiled: a window of 7 x 7, summed in f64 and rounded once.
//! launch conv_reference(in, weights, out, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void conv_reference(const float *in, const float *weights, float *out, int h, int w)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= h || c >= w)
        return;
    double sum = 0.0;
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 7; b++) {
            int y = r + a - 3, x = c + b - 3;
            if (y >= 0 && y < h && x >= 0 && x < w)
                sum += (double)weights[7 * a + b] * (double)in[y * w + x];
        }
    out[r * w + c] = (float)sum;
}
