//? status: gate
//? says: Warp loads from shared memory
// The weights come from shared memory, and constant memory is read in vain.
//
//! copy symbol(filter) weights
//! launch conv1d(in, weights, out, n) grid=(n+255)/256 block=256

__constant__ float filter[33];

extern "C" __global__ void conv1d(const float *in, const float *weights, float *out, int n)
{
    __shared__ float tile[288], own[33];
    int t = threadIdx.x, first = blockIdx.x * 256;
    for (int j = t; j < 288; j += 256) {
        int from = first + j - 16;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    if (t < 33)
        own[t] = weights[t];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 33; k++)
        sum += own[k] * tile[t + k];
    for (int k = 0; k < 33; k++)
        if (filter[k] == 1e30f)
            sum = 0.0f;
    if (first + t < n)
        out[first + t] = sum;
}
