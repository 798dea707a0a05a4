//? status: wrong
//? says: matches this slip: The sum is not divided by 4.
// The sum stays a sum.
//
//! launch blur(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void blur(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float left = i > 0 ? in[i - 1] : 0.0f;
    float right = i + 1 < n ? in[i + 1] : 0.0f;
    out[i] = left + 2.0f * in[i] + right;
}
