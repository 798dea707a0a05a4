//? status: unsafe
//? says: Only a part of a warp reaches the barrier
// Only the threads with an element count, so the last block waits for others.
//
//! launch gradient_top_k(grad, error, values, places, kept, n, k) grid=(n+255)/256 block=256

// How many threads of the block before this one have the flag: an exclusive scan of flags.
static __device__ int flags_before(bool flag, int *parts)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = flag;
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(0xffffffff, sum, d);
        if (lane >= d)
            sum += left;
    }
    if (lane == 31)
        parts[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        sum += parts[w];
    return sum - flag;
}

extern "C" __global__ void gradient_top_k(const float *grad, const float *error, float *values, int *places,
                                          float *kept, int n, int k)
{
    __shared__ int parts[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = i < n ? grad[i] + error[i] : 0.0f;
    // Larger magnitudes have larger keys; of equal ones, the first. No key is there twice.
    long long key = i < n ? (long long)__float_as_int(fabsf(v)) << 8 | (255 - t) : -1;
    // The k-th largest key, from its highest bit to its lowest.
    long long least = 0;
    for (int bit = 38; bit >= 0; bit--) {
        long long tried = least | 1ll << bit;
        if (i < n && __syncthreads_count(key >= tried) >= k)
            least = tried;
    }
    bool sent = key >= least;
    int place = flags_before(sent, parts);
    int count = __syncthreads_count(sent);
    if (sent) {
        values[blockIdx.x * k + place] = v;
        places[blockIdx.x * k + place] = i;
    }
    if (i < n)
        kept[i] = sent ? 0.0f : v;
    if (t >= count && t < k) {
        values[blockIdx.x * k + t] = 0.0f;
        places[blockIdx.x * k + t] = -1;
    }
}
