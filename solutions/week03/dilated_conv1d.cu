// dilated_conv1d: all lanes read one weight at a time, from constant memory.
//
//! copy symbol(filter) weights
//! launch dilated_conv1d(in, out, n) grid=(n+255)/256 block=256

__constant__ float filter[17];

extern "C" __global__ void dilated_conv1d(const float *in, float *out, int n)
{
    __shared__ float tile[256 + 64];
    int t = threadIdx.x;
    int first = blockIdx.x * 256;

    for (int j = t; j < 256 + 64; j += 256) {
        int from = first - 32 + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 17; k++)
        sum += filter[k] * tile[t + 4 * k];
    if (first + t < n)
        out[first + t] = sum;
}
