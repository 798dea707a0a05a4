// Reference for conv1d: summed in f64 and rounded once.
//! launch conv_reference(in, weights, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void conv_reference(const float *in, const float *weights, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0.0;
    for (int k = 0; k < 33; k++) {
        int from = i + (k - 16);
        if (from >= 0 && from < n)
            sum += (double)weights[k] * (double)in[from];
    }
    out[i] = (float)sum;
}
