// pool_fuse_bias_relu: y = relu(x * scale + bias[c]). Right, in three launches; make it one.
//
//! scratch scaled f32[h*w]
//! scratch biased f32[h*w]
//! launch scale_all(x, scaled, scale, h*w) grid=(h*w+255)/256 block=256
//! launch add_bias(scaled, bias, biased, h*w, w) grid=(h*w+255)/256 block=256
//! launch relu(biased, y, h*w) grid=(h*w+255)/256 block=256

extern "C" __global__ void scale_all(const float *x, float *y, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * scale;
}

extern "C" __global__ void add_bias(const float *x, const float *bias, float *y, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + bias[i % w];
}

extern "C" __global__ void relu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaxf(x[i], 0.0f);
}
