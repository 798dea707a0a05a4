// The sum is scaled only where a larger element comes. Powers of two, and a tree.
//
//! launch softmax_online(x, y, cols) grid=rows block=512

extern "C" __global__ void softmax_online(const float *x, float *y, int cols)
{
    __shared__ float most[512], sums[512];
    const float *row = x + (size_t)blockIdx.x * cols;
    const float log2e = 1.44269504f;
    float largest = -3.0e38f, sum = 0.0f;
    int t = threadIdx.x;
    for (int i = t; i < cols; i += 512) {
        float v = row[i];
        if (v > largest) {
            sum *= exp2f((largest - v) * log2e);
            largest = v;
        }
        sum += exp2f((v - largest) * log2e);
    }
    most[t] = largest;
    sums[t] = sum;
    __syncthreads();
    for (int half = 256; half > 0; half /= 2) {
        if (t < half) {
            float both = fmaxf(most[t], most[t + half]);
            sums[t] =
                sums[t] * exp2f((most[t] - both) * log2e) + sums[t + half] * exp2f((most[t + half] - both) * log2e);
            most[t] = both;
        }
        __syncthreads();
    }
    for (int i = t; i < cols; i += 512)
        y[(size_t)blockIdx.x * cols + i] = exp2f((row[i] - most[0]) * log2e) / sums[0];
}
