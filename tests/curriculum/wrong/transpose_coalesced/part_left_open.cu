//? status: wrong
//? says: The TODO of line 15 is still open
// transpose_coalesced: out[c*h + r] = in[r*w + c]. Half of it is written.
// The grid now covers `out`, which has w rows of h elements. So x goes along a row of out.
//
//! launch transpose_coalesced(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x; // a column of out
    int y = blockIdx.y * blockDim.y + threadIdx.y; // a row of out
    if (x >= h || y >= w)
        return;

    // TODO: a column of out is a row of in. Which element of in belongs at row y, column x of out?
    float value = 0.0f;

    out[y * h + x] = value; // neighbouring lanes store neighbouring elements
}
