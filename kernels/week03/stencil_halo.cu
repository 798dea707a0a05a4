// Reference for stencil_halo: a star of radius 4, summed in f64 and rounded once.
//! launch star_reference(in, out, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

static __device__ double at(const float *in, int r, int c, int h, int w)
{
    return r >= 0 && r < h && c >= 0 && c < w ? (double)in[r * w + c] : 0.0;
}

extern "C" __global__ void star_reference(const float *in, float *out, int h, int w)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= h || c >= w)
        return;
    double sum = at(in, r, c, h, w);
    for (int d = 1; d <= 4; d++)
        sum += 0.125 / d * (at(in, r - d, c, h, w) + at(in, r + d, c, h, w) + at(in, r, c - d, h, w) + at(in, r, c + d, h, w));
    out[r * w + c] = (float)sum;
}
