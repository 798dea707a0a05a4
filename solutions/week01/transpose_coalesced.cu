// transpose_coalesced: out[c*h + r] = in[r*w + c]. Neighbouring threads store neighbours.
//
//! launch transpose_coalesced(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x; // a column of out
    int y = blockIdx.y * blockDim.y + threadIdx.y; // a row of out
    if (x < h && y < w)
        out[y * h + x] = in[x * w + y];
}
