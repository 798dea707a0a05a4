// Set 12, second part: sums of rows, votes, the best of rows, softmax and norms of halves, entropy.
// All were predicted before any was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ static float proof_lanes(float x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x += __shfl_xor_sync(0xffffffff, x, offset);
    return x;
}
__device__ static float proof_lanes_most(float x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffff, x, offset));
    return x;
}
__device__ static float proof_block(float x, bool most, float *part)
{
    x = most ? proof_lanes_most(x) : proof_lanes(x);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    x = part[threadIdx.x % (blockDim.x / 32)];
    for (int offset = blockDim.x / 64; offset > 0; offset >>= 1) {
        float y = __shfl_xor_sync(0xffffffff, x, offset);
        x = most ? fmaxf(x, y) : x + y;
    }
    __syncthreads();
    return x;
}

/* --- sums of n rows of m halves --------------------------------------------------------------- */

extern "C" __global__ void proof_sums_threads(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < m; k++)
        sum += __half2float(((const half *)a)[(size_t)row * m + k]);
    c[row] = sum;
}
extern "C" __global__ void proof_sums_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[128];
    float sum = 0.0f;
    for (int k = threadIdx.x; k < m; k += 128)
        sum += __half2float(((const half *)a)[(size_t)blockIdx.x * m + k]);
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = part[0];
}
extern "C" __global__ void proof_sums_warps(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int k = lane; k < m / 2; k += 32) {
        float2 v = __half22float2(((const half2 *)a)[(size_t)row * (m / 2) + k]);
        sum += v.x + v.y;
    }
    sum = proof_lanes(sum);
    if (lane == 0)
        c[row] = sum;
}
extern "C" __global__ void proof_sums_eights(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int k = lane; k < m / 8; k += 32) {
        uint4 words = ((const uint4 *)a)[(size_t)row * (m / 8) + k];
        const half2 *pairs = (const half2 *)&words;
        for (int j = 0; j < 4; j++) {
            float2 v = __half22float2(pairs[j]);
            sum += v.x + v.y;
        }
    }
    sum = proof_lanes(sum);
    if (lane == 0)
        c[row] = sum;
}

/* --- votes for 12 classes --------------------------------------------------------------------- */

__device__ static int proof_class(float x)
{
    return min((int)((x + 1.0f) * 6.0f), 11);
}
extern "C" __global__ void proof_votes_global(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((unsigned *)c + proof_class(a[i]), 1u);
}
/* lanes with the same vote let one of them add */
extern "C" __global__ void proof_votes_match(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int vote = proof_class(a[i]);
    unsigned same = __match_any_sync(__activemask(), vote);
    if (__ffs(same) - 1 == threadIdx.x % 32)
        atomicAdd((unsigned *)c + vote, (unsigned)__popc(same));
}
extern "C" __global__ void proof_votes_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned votes[12];
    if (threadIdx.x < 12)
        votes[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&votes[proof_class(a[i])], 1u);
    __syncthreads();
    if (threadIdx.x < 12)
        atomicAdd((unsigned *)c + threadIdx.x, votes[threadIdx.x]);
}
/* every thread has its own 12 counters, words of a thread 256 apart */
extern "C" __global__ void proof_votes_private(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned votes[12][256];
    for (int k = 0; k < 12; k++)
        votes[k][threadIdx.x] = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        votes[proof_class(a[i])][threadIdx.x]++;
    __syncthreads();
    for (int k = threadIdx.x / 32; k < 12; k += 8) {
        unsigned sum = 0;
        for (int j = threadIdx.x % 32; j < 256; j += 32)
            sum += votes[k][j];
        sum = __reduce_add_sync(0xffffffff, sum);
        if (threadIdx.x % 32 == 0)
            atomicAdd((unsigned *)c + k, sum);
    }
}
/* and in registers, float4 */
extern "C" __global__ void proof_votes_registers(const float *a, const float *b, float *c, int n, int m)
{
    unsigned votes[12] = {0};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 v = ((const float4 *)a)[i];
        int w = proof_class(v.x), x = proof_class(v.y), y = proof_class(v.z), z = proof_class(v.w);
#pragma unroll
        for (int k = 0; k < 12; k++)
            votes[k] += (w == k) + (x == k) + (y == k) + (z == k);
    }
#pragma unroll
    for (int k = 0; k < 12; k++) {
        unsigned sum = __reduce_add_sync(0xffffffff, votes[k]);
        if (threadIdx.x % 32 == 0)
            atomicAdd((unsigned *)c + k, sum);
    }
}

/* --- the best six of n rows of m -------------------------------------------------------------- */

extern "C" __global__ void proof_six_threads(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float best[6] = {-2.0f, -2.0f, -2.0f, -2.0f, -2.0f, -2.0f};
    for (int k = 0; k < m; k++) {
        float x = a[(size_t)row * m + k];
        if (x <= best[5])
            continue;
        best[5] = x;
#pragma unroll
        for (int j = 5; j > 0; j--)
            if (best[j] > best[j - 1]) {
                float y = best[j];
                best[j] = best[j - 1];
                best[j - 1] = y;
            }
    }
    for (int j = 0; j < 6; j++)
        c[row * 6 + j] = best[j];
}
/* a block a row in shared memory: six times the largest, which is then taken out */
extern "C" __global__ void proof_six_blocks(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float proof_row[];
    __shared__ float part[8];
    __shared__ int places[8];
    for (int k = threadIdx.x; k < m; k += 256)
        proof_row[k] = a[(size_t)blockIdx.x * m + k];
    __syncthreads();
    for (int round = 0; round < 6; round++) {
        float most = -2.0f;
        int place = 0;
        for (int k = threadIdx.x; k < m; k += 256)
            if (proof_row[k] > most) {
                most = proof_row[k];
                place = k;
            }
        for (int offset = 16; offset > 0; offset >>= 1) {
            float x = __shfl_xor_sync(0xffffffff, most, offset);
            int y = __shfl_xor_sync(0xffffffff, place, offset);
            if (x > most || (x == most && y < place)) {
                most = x;
                place = y;
            }
        }
        if (threadIdx.x % 32 == 0) {
            part[threadIdx.x / 32] = most;
            places[threadIdx.x / 32] = place;
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int w = 1; w < 8; w++)
                if (part[w] > most) {
                    most = part[w];
                    place = places[w];
                }
            c[blockIdx.x * 6 + round] = most;
            proof_row[place] = -2.0f;
        }
        __syncthreads();
    }
}
/* a warp a row: every lane keeps its best six, then six times the largest head */
extern "C" __global__ void proof_six_warps(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    float best[6] = {-2.0f, -2.0f, -2.0f, -2.0f, -2.0f, -2.0f};
    for (int k = lane; k < m; k += 32) {
        float x = a[(size_t)row * m + k];
#pragma unroll
        for (int j = 0; j < 6; j++) {
            float y = fminf(best[j], x);
            best[j] = fmaxf(best[j], x);
            x = y;
        }
    }
    for (int round = 0; round < 6; round++) {
        float most = proof_lanes_most(best[0]);
        unsigned who = __ballot_sync(0xffffffff, best[0] == most);
        if (lane == __ffs(who) - 1) {
            c[row * 6 + round] = most;
#pragma unroll
            for (int j = 0; j < 5; j++)
                best[j] = best[j + 1];
            best[5] = -2.0f;
        }
    }
}
/* whole rows of 1024 sorted by pairs */
extern "C" __global__ void proof_six_sorted(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float row[1024];
    row[threadIdx.x] = a[(size_t)blockIdx.x * 1024 + threadIdx.x];
    row[threadIdx.x + 512] = a[(size_t)blockIdx.x * 1024 + threadIdx.x + 512];
    for (int size = 2; size <= 1024; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            int i = 2 * threadIdx.x - (threadIdx.x & (step - 1)), j = i + step;
            float x = row[i], y = row[j];
            if ((x < y) == ((i & size) == 0)) {
                row[i] = y;
                row[j] = x;
            }
        }
    __syncthreads();
    if (threadIdx.x < 6)
        c[blockIdx.x * 6 + threadIdx.x] = row[threadIdx.x];
}

/* --- softmax of n rows of 64 bfloats ---------------------------------------------------------- */

extern "C" __global__ void proof_soft_threads(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    const __nv_bfloat16 *x = (const __nv_bfloat16 *)a + (size_t)row * 64;
    float most = -1e30f, sum = 0.0f;
    for (int k = 0; k < 64; k++)
        most = fmaxf(most, __bfloat162float(x[k]));
    for (int k = 0; k < 64; k++)
        sum += __expf(__bfloat162float(x[k]) - most);
    float scale = 1.0f / sum;
    for (int k = 0; k < 64; k++)
        ((__nv_bfloat16 *)c)[(size_t)row * 64 + k] = __float2bfloat16(__expf(__bfloat162float(x[k]) - most) * scale);
}
extern "C" __global__ void proof_soft_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[64];
    size_t i = (size_t)blockIdx.x * 64 + threadIdx.x;
    float x = __bfloat162float(((const __nv_bfloat16 *)a)[i]);
    part[threadIdx.x] = x;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    float power = __expf(x - part[0]);
    __syncthreads();
    part[threadIdx.x] = power;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    ((__nv_bfloat16 *)c)[i] = __float2bfloat16(__fdividef(power, part[0]));
}
extern "C" __global__ void proof_soft_warps(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    float2 v = __bfloat1622float2(((const __nv_bfloat162 *)a)[(size_t)row * 32 + lane]);
    float most = proof_lanes_most(fmaxf(v.x, v.y));
    v = make_float2(__expf(v.x - most), __expf(v.y - most));
    float scale = 1.0f / proof_lanes(v.x + v.y);
    ((__nv_bfloat162 *)c)[(size_t)row * 32 + lane] = __floats2bfloat162_rn(v.x * scale, v.y * scale);
}
/* eight lanes a row, eight numbers a lane */
extern "C" __global__ void proof_soft_eights(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * 8)
        return;
    uint4 words = ((const uint4 *)a)[i];
    __nv_bfloat162 *pairs = (__nv_bfloat162 *)&words;
    float x[8], most = -1e30f, sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        float2 v = __bfloat1622float2(pairs[k]);
        x[2 * k] = v.x;
        x[2 * k + 1] = v.y;
        most = fmaxf(most, fmaxf(v.x, v.y));
    }
    for (int offset = 4; offset > 0; offset >>= 1)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    for (int k = 0; k < 8; k++) {
        x[k] = __expf(x[k] - most);
        sum += x[k];
    }
    for (int offset = 4; offset > 0; offset >>= 1)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    float scale = 1.0f / sum;
    for (int k = 0; k < 4; k++)
        pairs[k] = __floats2bfloat162_rn(x[2 * k] * scale, x[2 * k + 1] * scale);
    ((uint4 *)c)[i] = words;
}

/* --- x + y and its rms norm, n rows of m bfloats ---------------------------------------------- */

/* the sum is written, read back and scaled */
extern "C" __global__ void proof_rms_written(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    size_t first = (size_t)blockIdx.x * m;
    const __nv_bfloat16 *x = (const __nv_bfloat16 *)a + first, *y = (const __nv_bfloat16 *)b + first;
    __nv_bfloat16 *out = (__nv_bfloat16 *)c + first;
    float squares = 0.0f;
    for (int k = threadIdx.x; k < m; k += blockDim.x) {
        float v = __bfloat162float(x[k]) + __bfloat162float(y[k]);
        out[k] = __float2bfloat16(v);
        squares += v * v;
    }
    float scale = rsqrtf(proof_block(squares, false, part) / m + 1e-6f);
    for (int k = threadIdx.x; k < m; k += blockDim.x)
        out[k] = __float2bfloat16(__bfloat162float(out[k]) * scale);
}
extern "C" __global__ void proof_rms_twice(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    size_t first = (size_t)blockIdx.x * (m / 2);
    const __nv_bfloat162 *x = (const __nv_bfloat162 *)a + first, *y = (const __nv_bfloat162 *)b + first;
    float squares = 0.0f;
    for (int k = threadIdx.x; k < m / 2; k += blockDim.x) {
        float2 v = __bfloat1622float2(x[k]), w = __bfloat1622float2(y[k]);
        squares += (v.x + w.x) * (v.x + w.x) + (v.y + w.y) * (v.y + w.y);
    }
    float scale = rsqrtf(proof_block(squares, false, part) / m + 1e-6f);
    for (int k = threadIdx.x; k < m / 2; k += blockDim.x) {
        float2 v = __bfloat1622float2(x[k]), w = __bfloat1622float2(y[k]);
        ((__nv_bfloat162 *)c)[first + k] = __floats2bfloat162_rn((v.x + w.x) * scale, (v.y + w.y) * scale);
    }
}
extern "C" __global__ void proof_rms_warps(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    size_t first = (size_t)row * (m / 2);
    const __nv_bfloat162 *x = (const __nv_bfloat162 *)a + first, *y = (const __nv_bfloat162 *)b + first;
    float squares = 0.0f;
    for (int k = lane; k < m / 2; k += 32) {
        float2 v = __bfloat1622float2(x[k]), w = __bfloat1622float2(y[k]);
        squares += (v.x + w.x) * (v.x + w.x) + (v.y + w.y) * (v.y + w.y);
    }
    float scale = rsqrtf(proof_lanes(squares) / m + 1e-6f);
    for (int k = lane; k < m / 2; k += 32) {
        float2 v = __bfloat1622float2(x[k]), w = __bfloat1622float2(y[k]);
        ((__nv_bfloat162 *)c)[first + k] = __floats2bfloat162_rn((v.x + w.x) * scale, (v.y + w.y) * scale);
    }
}
/* eight numbers a thread, once from memory: m is 8 blockDim.x */
extern "C" __global__ void proof_rms_once(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    size_t at = (size_t)blockIdx.x * (m / 8) + threadIdx.x;
    uint4 left = ((const uint4 *)a)[at], right = ((const uint4 *)b)[at];
    __nv_bfloat162 *x = (__nv_bfloat162 *)&left, *y = (__nv_bfloat162 *)&right;
    float2 v[4];
    float squares = 0.0f;
    for (int k = 0; k < 4; k++) {
        float2 p = __bfloat1622float2(x[k]), q = __bfloat1622float2(y[k]);
        v[k] = make_float2(p.x + q.x, p.y + q.y);
        squares += v[k].x * v[k].x + v[k].y * v[k].y;
    }
    float scale = rsqrtf(proof_block(squares, false, part) / m + 1e-6f);
    for (int k = 0; k < 4; k++)
        x[k] = __floats2bfloat162_rn(v[k].x * scale, v[k].y * scale);
    ((uint4 *)c)[at] = left;
}

/* --- entropy of n rows of m scores against a target ------------------------------------------- */

extern "C" __global__ void proof_entropy_three(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * m;
    float most = -1e30f, sum = 0.0f;
    for (int k = threadIdx.x; k < m; k += blockDim.x)
        most = fmaxf(most, x[k]);
    most = proof_block(most, true, part);
    for (int k = threadIdx.x; k < m; k += blockDim.x)
        sum += expf(x[k] - most);
    sum = proof_block(sum, false, part);
    if (threadIdx.x == 0)
        c[blockIdx.x] = logf(sum) + most - x[blockIdx.x * 7 % m];
}
extern "C" __global__ void proof_entropy_online(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * m;
    float most = -1e30f, sum = 0.0f;
    for (int k = threadIdx.x; k < m; k += blockDim.x) {
        float v = x[k];
        if (v > most) {
            sum = sum * expf(most - v) + 1.0f;
            most = v;
        } else
            sum += expf(v - most);
    }
    float all = proof_block(most, true, part);
    sum = proof_block(sum * expf(most - all), false, part);
    if (threadIdx.x == 0)
        c[blockIdx.x] = logf(sum) + all - x[blockIdx.x * 7 % m];
}
extern "C" __global__ void proof_entropy_float4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float4 *x = (const float4 *)(a + (size_t)blockIdx.x * m);
    float most = -1e30f, sum = 0.0f;
    for (int k = threadIdx.x; k < m / 4; k += blockDim.x) {
        float4 v = x[k];
        float next = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
        sum = sum * __expf(most - next) + __expf(v.x - next) + __expf(v.y - next) + __expf(v.z - next) + __expf(v.w - next);
        most = next;
    }
    float all = proof_block(most, true, part);
    sum = proof_block(sum * __expf(most - all), false, part);
    if (threadIdx.x == 0)
        c[blockIdx.x] = logf(sum) + all - a[(size_t)blockIdx.x * m + blockIdx.x * 7 % m];
}
extern "C" __global__ void proof_entropy_warps(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *x = a + (size_t)row * m;
    float most = -1e30f, sum = 0.0f;
    for (int k = lane; k < m; k += 32)
        most = fmaxf(most, x[k]);
    most = proof_lanes_most(most);
    for (int k = lane; k < m; k += 32)
        sum += __expf(x[k] - most);
    sum = proof_lanes(sum);
    if (lane == 0)
        c[row] = logf(sum) + most - x[row * 7 % m];
}
