// Reference for broadcast_scale_rows: y = x * scale, one rounding an element.
//
//! launch broadcast_scale_rows_reference(x, scale, y, h*w, w) grid=(h*w+255)/256 block=256

extern "C" __global__ void broadcast_scale_rows_reference(const float *x, const float *scale, float *y, int n, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * scale[i / w];
}
