// Reference for pool_fuse_bias_relu: one thread an element.
//
//! launch fuse_bias_relu_reference(x, bias, y, scale, h, w) grid=(h*w+127)/128 block=128

extern "C" __global__ void fuse_bias_relu_reference(const float *x, const float *bias, float *y, float scale, int h,
                                                    int w)
{
    int flat = blockIdx.x * 128 + threadIdx.x;
    if (flat >= h * w)
        return;
    float value = x[flat] * scale + bias[flat % w];
    y[flat] = value > 0.0f ? value : 0.0f;
}
