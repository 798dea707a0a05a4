// gradient_top_k: a warp has a group, with eight elements in each lane. It counts without barriers,
// stops as soon as k are left, and looks at ties only where there are any.
//
//! launch gradient_top_k(grad, error, values, places, kept, n, k) grid=(n+2047)/2048 block=256

#define ALL 0xffffffffu

// How many of the warp's elements have at least these bits.
static __device__ int count_from(const int *bits, int tried)
{
    int count = 0;
#pragma unroll
    for (int e = 0; e < 8; e++)
        count += bits[e] >= tried;
    return __reduce_add_sync(ALL, count);
}

// Flags of elements in the order of the group: bit e of each lane. Gives the flags before each of
// the lane's two runs of four: before the first in the low half, before the second in the high one.
static __device__ int runs_before(unsigned flags)
{
    int own = __popc(flags & 15) | __popc(flags & 240) << 16, sum = own;
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(ALL, sum, d);
        sum += lane >= d ? left : 0;
    }
    int first_half = __shfl_sync(ALL, sum, 31) & 0xffff;
    return sum - own + (first_half << 16);
}

static __device__ int flags_before(unsigned flags, int runs, int e)
{
    return e < 4 ? (runs & 0xffff) + __popc(flags & ((1u << e) - 1))
                 : (runs >> 16) + __popc(flags & 240 & ((1u << e) - 1));
}

// A flag for each element that is sent.
static __device__ unsigned choose(const int *bits, int k)
{
    int least = 0;
    for (int bit = 30; bit >= 0; bit--) {
        int count = count_from(bits, least | 1 << bit);
        if (count >= k)
            least |= 1 << bit;
        if (count == k)
            break;
    }
    int excess = count_from(bits, least) - k;
    unsigned sent = 0, equal = 0;
#pragma unroll
    for (int e = 0; e < 8; e++) {
        sent |= (unsigned)(bits[e] >= least) << e;
        equal |= (unsigned)(bits[e] == least) << e;
    }
    if (excess <= 0)
        return sent;
    int room = __reduce_add_sync(ALL, __popc(equal)) - excess, runs = runs_before(equal); // ties: the first ones
    for (int e = 0; e < 8; e++)
        if (equal >> e & 1 && flags_before(equal, runs, e) >= room)
            sent &= ~(1u << e);
    return sent;
}

static __device__ void load_eight(const float *in, int first, int n, float *v)
{
    for (int half = 0; half < 2; half++) {
        int i = first + half * 128;
        if (i + 3 < n) {
            float4 four = *(const float4 *)(in + i);
            v[half * 4] = four.x, v[half * 4 + 1] = four.y, v[half * 4 + 2] = four.z, v[half * 4 + 3] = four.w;
            continue;
        }
        for (int e = 0; e < 4; e++)
            v[half * 4 + e] = i + e < n ? in[i + e] : 0.0f;
    }
}

static __device__ void store_eight(float *out, int first, int n, const float *v)
{
    for (int half = 0; half < 2; half++) {
        int i = first + half * 128;
        if (i + 3 < n)
            *(float4 *)(out + i) = make_float4(v[half * 4], v[half * 4 + 1], v[half * 4 + 2], v[half * 4 + 3]);
        else
            for (int e = 0; e < 4; e++)
                if (i + e < n)
                    out[i + e] = v[half * 4 + e];
    }
}

extern "C" __global__ void gradient_top_k(const float *__restrict__ grad, const float *__restrict__ error,
                                          float *__restrict__ values, int *__restrict__ places,
                                          float *__restrict__ kept, int n, int k)
{
    int group = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (group * 256 >= n)
        return;
    int first = group * 256 + lane * 4; // the lane's second run is 128 further on
    float v[8], added[8];
    int bits[8];
    load_eight(grad, first, n, v);
    load_eight(error, first, n, added);
#pragma unroll
    for (int e = 0; e < 8; e++) {
        int i = first + e % 4 + e / 4 * 128;
        v[e] += added[e];
        bits[e] = i < n ? __float_as_int(fabsf(v[e])) : -1;
    }
    unsigned sent = choose(bits, k);
    int runs = runs_before(sent), count = __reduce_add_sync(ALL, __popc(sent));
#pragma unroll
    for (int e = 0; e < 8; e++)
        if (sent >> e & 1) {
            int to = group * k + flags_before(sent, runs, e);
            values[to] = v[e];
            places[to] = first + e % 4 + e / 4 * 128;
            v[e] = 0.0f;
        }
    store_eight(kept, first, n, v);
    for (int j = count + lane; j < k; j += 32) {
        values[group * k + j] = 0.0f;
        places[group * k + j] = -1;
    }
}
