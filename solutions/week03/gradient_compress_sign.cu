// gradient_compress_sign: a block has one group, and each thread keeps its element in a register.
//
//! launch gradient_compress_sign(grad, error, q, scales, kept, n) grid=(n+255)/256 block=256

extern "C" __global__ void gradient_compress_sign(const float *grad, const float *error, signed char *q, float *scales,
                                                  float *kept, int n)
{
    __shared__ float parts[8];
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;
    float v = i < n ? grad[i] + error[i] : 0.0f;

    float sum = fabsf(v);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (t % 32 == 0)
        parts[t / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int w = 0; w < 8; w++)
        sum += parts[w];

    float scale = sum / min(256, n - first);
    float sign = v >= 0.0f ? 1.0f : -1.0f;
    if (i < n) {
        q[i] = (signed char)sign;
        kept[i] = v - sign * scale;
    }
    if (t == 0)
        scales[blockIdx.x] = scale;
}
