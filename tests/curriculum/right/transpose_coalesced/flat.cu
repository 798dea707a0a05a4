// One index for the elements of out.
//
//! launch transpose_coalesced(in, out, h, w) grid=(h*w+255)/256 block=256

extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < h * w)
        out[i] = in[i % h * w + i / h];
}
