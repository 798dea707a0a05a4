// Reference for shared_reverse: a copy, exact.
//
//! launch shared_reverse_reference(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int first = i / 256 * 256;
    int last = min(first + 256, n) - 1;
    out[i] = in[first + last - i];
}
