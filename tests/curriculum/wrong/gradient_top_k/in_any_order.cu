//? status: wrong
//? says: depends on the order of blocks and warps
// Places come from an atomic counter, in the order of arrival.
//
//! launch gradient_top_k(grad, error, values, places, kept, n, k) grid=(n+255)/256 block=256

extern "C" __global__ void gradient_top_k(const float *grad, const float *error, float *values, int *places,
                                          float *kept, int n, int k)
{
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = i < n ? grad[i] + error[i] : 0.0f;
    // Larger magnitudes have larger keys; of equal ones, the first. No key is there twice.
    long long key = i < n ? (long long)__float_as_int(fabsf(v)) << 8 | (255 - t) : -1;
    // The k-th largest key, from its highest bit to its lowest.
    long long least = 0;
    for (int bit = 38; bit >= 0; bit--) {
        long long tried = least | 1ll << bit;
        if (__syncthreads_count(key >= tried) >= k)
            least = tried;
    }
    bool sent = key >= least;
    __shared__ int next;
    if (t == 0)
        next = 0;
    __syncthreads();
    int place = sent ? atomicAdd(&next, 1) : 0;
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
