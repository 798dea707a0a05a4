//? status: gate
//? says: Warp loads from constant memory: 0
// The weights are in shared memory. They cost a load for each product.
//
//! launch conv1d(in, weights, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void conv1d(const float *in, const float *weights, float *out, int n)
{
    __shared__ float tile[256 + 32];
    __shared__ float filter[33];
    int t = threadIdx.x;
    int first = blockIdx.x * 256;

    if (threadIdx.x < 33)
        filter[threadIdx.x] = weights[threadIdx.x];
    for (int j = t; j < 256 + 32; j += 256) {
        int from = first - 16 + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 33; k++)
        sum += filter[k] * tile[t + k];
    if (first + t < n)
        out[first + t] = sum;
}
