// Reference for transpose_scaled: row and column exchanged, times the scale of the row of in.
//! launch transpose_reference(in, scale, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void transpose_reference(const float *in, const float *scale, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < h && y < w)
        out[y * h + x] = in[x * w + y] * scale[x];
}
