// 31 counts of plain bits, then ties by rank; the places come from ballots. A template.
//
//! launch gradient_top_k<256>(grad, error, values, places, kept, n, k) grid=(n+255)/256 block=256

template <int GROUP> static __device__ int rank_of(bool flag, int *parts)
{
    unsigned flags = __ballot_sync(0xffffffff, flag);
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __syncthreads();
    if (lane == 0)
        parts[warp] = __popc(flags);
    __syncthreads();
    int before = __popc(flags & ((1u << lane) - 1));
    for (int w = 0; w < GROUP / 32; w++)
        before += w < warp ? parts[w] : 0;
    return before;
}

template <int GROUP>
__global__ void gradient_top_k(const float *grad, const float *error, float *values, int *places, float *kept, int n,
                               int k)
{
    __shared__ int parts[GROUP / 32];
    int t = threadIdx.x, i = blockIdx.x * GROUP + t;
    float v = i < n ? grad[i] + error[i] : 0.0f;
    int bits = i < n ? __float_as_int(fabsf(v)) : -1, least = 0;
    for (int bit = 1 << 30; bit > 0; bit >>= 1)
        if (__syncthreads_count(bits >= (least | bit)) >= k)
            least |= bit;
    int larger = __syncthreads_count(bits > least);
    int rank = rank_of<GROUP>(bits == least, parts);
    bool sent = bits > least || (bits == least && larger + rank < k);
    int place = rank_of<GROUP>(sent, parts), count = __syncthreads_count(sent);
    int to = blockIdx.x * k + (sent ? place : count + t - place);
    if (sent || count + t - place < k) {
        values[to] = sent ? v : 0.0f;
        places[to] = sent ? i : -1;
    }
    if (i < n)
        kept[i] = sent ? 0.0f : v;
}
