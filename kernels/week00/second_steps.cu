// Reference for second_steps: x + 1/4, one rounding.
//
//! launch second_steps_reference(x, y, h*w) grid=(h*w+255)/256 block=256

extern "C" __global__ void second_steps_reference(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + 0.25f;
}
