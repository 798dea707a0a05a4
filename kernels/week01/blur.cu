// Reference for blur: a weighted mean of three neighbours, with 0 outside.
//
//! launch blur_reference(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void blur_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float left = i > 0 ? in[i - 1] : 0.0f;
    float right = i + 1 < n ? in[i + 1] : 0.0f;
    out[i] = 0.25f * (left + 2.0f * in[i] + right);
}
