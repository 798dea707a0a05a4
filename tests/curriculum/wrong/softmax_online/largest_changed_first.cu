//? status: wrong
//? says: `m - v` in line
//? says: because line
// The largest is set before the sum is brought to its scale.
//! launch softmax_online(x, y, rows, cols) grid=rows block=32

extern "C" __global__ void softmax_online(const float *x, float *y, int rows, int cols)
{
    int row = blockIdx.x;
    int lane = threadIdx.x;
    const float *in = x + (size_t)row * cols;
    float m = -1e30f, s = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        float v = in[i];
        if (v > m) {
            m = v;
            s = s * expf(m - v) + 1.0f;
        } else {
            s += expf(v - m);
        }
    }
    for (int offset = 16; offset > 0; offset >>= 1) {
        float om = __shfl_xor_sync(0xffffffff, m, offset);
        float os = __shfl_xor_sync(0xffffffff, s, offset);
        float nm = fmaxf(m, om);
        s = s * expf(m - nm) + os * expf(om - nm);
        m = nm;
    }
    for (int i = lane; i < cols; i += 32)
        y[(size_t)row * cols + i] = expf(in[i] - m) / s;
}
