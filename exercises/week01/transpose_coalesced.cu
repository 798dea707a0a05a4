// transpose_coalesced: out[c*h + r] = in[r*w + c]. It is right and slow.
// TODO: make the stores contiguous.
//
//! launch transpose_coalesced(in, out, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x; // a column of in
    int y = blockIdx.y * blockDim.y + threadIdx.y; // a row of in
    if (x < w && y < h)
        out[x * h + y] = in[y * w + x];
}
