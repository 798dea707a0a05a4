//! launch broadcast_scale_rows(x, scale, y, h, w) grid=h block=256
extern "C" __global__ void broadcast_scale_rows(const float *x, const float *scale, float *y, int h, int w)
{
    float factor = scale[blockIdx.x];
    size_t first = (size_t)blockIdx.x * w;
    for (int i = threadIdx.x; i < w; i += blockDim.x)
        y[first + i] = x[first + i] * factor;
}
