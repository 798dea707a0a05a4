//? status: wrong
//? says: Which variable keeps its value from the first round
// The bias is looked up before the loop, for the first element alone.
//
//! launch fused(x, bias, residual, out, rows*cols, cols) grid=blocks block=256

extern "C" __global__ void fused(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    float shift = first < n ? bias[first % cols] : 0.0f;
    for (int i = first; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i] + shift;
        out[i] = 0.5f * v * (1.0f + erff(v * 0.70710678f)) + residual[i];
    }
}
