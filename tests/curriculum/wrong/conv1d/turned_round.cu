//? status: wrong
//? says: matches this slip: The weights are applied in reverse order.
// The weights are read from the end, as in the convolution of mathematics.
//
//! copy symbol(filter) weights
//! launch conv1d(in, out, n) grid=(n+255)/256 block=256

__constant__ float filter[33];

extern "C" __global__ void conv1d(const float *in, float *out, int n)
{
    __shared__ float tile[256 + 32];
    int t = threadIdx.x;
    int first = blockIdx.x * 256;

    for (int j = t; j < 256 + 32; j += 256) {
        int from = first - 16 + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 33; k++)
        sum += filter[32 - k] * tile[t + k];
    if (first + t < n)
        out[first + t] = sum;
}
