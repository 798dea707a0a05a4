// Reference for shared_rotate: a copy, exact.
//
//! launch shared_rotate_reference(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_rotate_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int first = i / 256 * 256;
    int end = min(first + 256, n);
    out[i] = in[i + 1 < end ? i + 1 : first];
}
