// k rounds: the largest key that is not sent yet. For small k that is quick.
//
//! launch gradient_top_k(grad, error, values, places, kept, n, k) grid=(n+255)/256 block=256

extern "C" __global__ void gradient_top_k(const float *grad, const float *error, float *values, int *places,
                                          float *kept, int n, int k)
{
    __shared__ long long parts[8];
    __shared__ bool flags[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = i < n ? grad[i] + error[i] : 0.0f;
    long long own = i < n ? (long long)__float_as_int(fabsf(v)) << 8 | (255 - t) : -1, key = own;
    for (int round = 0; round < k; round++) {
        long long most = key;
        for (int offset = 16; offset > 0; offset /= 2)
            most = max(most, __shfl_xor_sync(0xffffffff, most, offset));
        if (t % 32 == 0)
            parts[t / 32] = most;
        __syncthreads();
        for (int w = 0; w < 8; w++)
            most = max(most, parts[w]);
        __syncthreads();
        if (key == most)
            key = -1; // chosen
    }
    bool sent = key != own;
    flags[t] = sent;
    __syncthreads();
    int place = 0, count = __syncthreads_count(sent);
    if (sent) {
        for (int j = 0; j < t; j++)
            place += flags[j];
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
