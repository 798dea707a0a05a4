// Reference for gradient_compress_sign: one thread for each group, sums in f64.
//
//! launch compress_reference(grad, error, q, scales, kept, n) grid=(n+8191)/8192 block=32

extern "C" __global__ void compress_reference(const float *grad, const float *error, signed char *q, float *scales,
                                              float *kept, int n)
{
    int group = blockIdx.x * blockDim.x + threadIdx.x;
    if (group * 256 >= n)
        return;
    int first = group * 256, end = min(first + 256, n);
    double sum = 0.0;
    for (int i = first; i < end; i++)
        sum += fabs((double)grad[i] + (double)error[i]);
    float scale = (float)(sum / (end - first));
    scales[group] = scale;
    for (int i = first; i < end; i++) {
        float v = grad[i] + error[i];
        q[i] = v >= 0.0f ? 1 : -1;
        kept[i] = v - (v >= 0.0f ? scale : -scale);
    }
}
