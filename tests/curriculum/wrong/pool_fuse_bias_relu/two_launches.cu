//? status: gate
//? says: Kernel launches
// Fuses two of the three.
//
//! scratch biased f32[h*w]
//! launch add_bias(x, bias, biased, scale, h*w, w) grid=(h*w+255)/256 block=256
//! launch relu(biased, y, h*w) grid=(h*w+255)/256 block=256

extern "C" __global__ void add_bias(const float *x, const float *bias, float *y, float scale, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * scale + bias[i % w];
}

extern "C" __global__ void relu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaxf(x[i], 0.0f);
}
