// gradient_top_k: the k elements of each group of 256 with the largest magnitudes, in their order.
// This kernel forgets `error`, and it compares each key with all 256 keys of its group.
// TODO 1: the error of earlier steps is sent too.
// TODO 2: find the k-th largest key bit by bit, with 39 counts.
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
    __shared__ long long keys[256];
    __shared__ int parts[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = i < n ? grad[i] : 0.0f;
    // Larger magnitudes have larger keys; of equal ones, the first. No key is there twice.
    long long key = i < n ? (long long)__float_as_int(fabsf(v)) << 8 | (255 - t) : -1;
    // The rank of this thread's key: how many keys of the group are larger.
    keys[t] = key;
    __syncthreads();
    int rank = 0;
    for (int j = 0; j < 256; j++)
        rank += keys[j] > key;
    bool sent = key >= 0 && rank < k;
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
