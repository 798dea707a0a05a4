//! launch broadcast_add(x, bias, y, h*w, w) grid=(h*w+255)/256 block=256
extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + bias[i % w];
}
