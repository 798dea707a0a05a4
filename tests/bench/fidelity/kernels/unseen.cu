// Kernels whose predictions were committed before they were measured (set 4 of variants.def).

// --- elements ---
extern "C" __global__ void unseen_leaky4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    float4 v = ((const float4 *)a)[i];
    ((float4 *)c)[i] = make_float4(v.x > 0 ? v.x : 0.1f * v.x, v.y > 0 ? v.y : 0.1f * v.y, v.z > 0 ? v.z : 0.1f * v.z,
                                   v.w > 0 ? v.w : 0.1f * v.w);
}
extern "C" __global__ void unseen_dropout(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = (unsigned)i * 2654435761u + (unsigned)m;
    for (int round = 0; round < 4; round++) {
        x ^= x >> 15;
        x *= 0x2c1b3c6du;
        x ^= x >> 12;
        x *= 0x297a2d39u;
    }
    if (i < n)
        c[i] = (x & 255) < 26 ? 0.0f : a[i] * 1.1130435f;
}
extern "C" __global__ void unseen_rotary(const float *a, const float *b, float *c, int n, int m)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x, row = pair / (m / 2), column = pair % (m / 2);
    if (pair >= n / 2)
        return;
    float sine, cosine, x = a[(size_t)row * m + column], y = a[(size_t)row * m + m / 2 + column];
    __sincosf((float)(row % 4096) * exp2f(-13.0f * (float)column / (float)(m / 2)), &sine, &cosine);
    c[(size_t)row * m + column] = x * cosine - y * sine;
    c[(size_t)row * m + m / 2 + column] = x * sine + y * cosine;
}
extern "C" __global__ void unseen_average_pool4(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, quarter = m / 4;
    if (x >= quarter || y >= quarter)
        return;
    float sum = 0;
    for (int r = 0; r < 4; r++) {
        float4 v = *(const float4 *)(a + (size_t)(4 * y + r) * m + 4 * x);
        sum += v.x + v.y + v.z + v.w;
    }
    c[(size_t)y * quarter + x] = sum * 0.0625f;
}
extern "C" __global__ void unseen_integrate4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 place = ((const float4 *)a)[i], speed = ((const float4 *)b)[i];
    float damp = rsqrtf(1.0f + speed.x * speed.x + speed.y * speed.y + speed.z * speed.z);
    place.x += 0.01f * speed.x * damp;
    place.y += 0.01f * speed.y * damp;
    place.z += 0.01f * speed.z * damp;
    ((float4 *)c)[i] = place;
}
extern "C" __global__ void unseen_gather_rows(const float *a, const float *b, float *c, int n, int m)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    unsigned row = ((unsigned)warp * 2654435761u >> 7) % (unsigned)n;
    for (int i = lane; i < m; i += 32)
        c[(size_t)warp * m + i] = a[(size_t)row * m + i];
}
extern "C" __global__ void unseen_taps33(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 33)
        return;
    float sum = 0;
    for (int t = 0; t < 33; t++)
        sum += a[i + t] * b[t];
    c[i] = sum;
}

// --- rows ---
__device__ float unseen_warp_sum(float x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}
extern "C" __global__ void unseen_norm_twice(const float *a, const float *b, float *c, int n, int m)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const float *row = a + (size_t)r * m;
    float sum = 0, squares = 0;
    for (int i = lane; i < m; i += 32)
        sum += row[i];
    float mean = unseen_warp_sum(sum) / (float)m;
    for (int i = lane; i < m; i += 32)
        squares += (row[i] - mean) * (row[i] - mean);
    float scale = rsqrtf(unseen_warp_sum(squares) / (float)m + 1e-5f);
    for (int i = lane; i < m; i += 32)
        c[(size_t)r * m + i] = (row[i] - mean) * scale * b[i];
}
extern "C" __global__ void unseen_block_norm(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float parts[32];
    const float *row = a + (size_t)blockIdx.x * m;
    float squares = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        squares += row[i] * row[i];
    squares = unseen_warp_sum(squares);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = squares;
    __syncthreads();
    float all = 0;
    for (int w = 0; w < blockDim.x / 32; w++)
        all += parts[w];
    float scale = rsqrtf(all / (float)m + 1e-6f);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = row[i] * scale * b[i];
}
extern "C" __global__ void unseen_column_softmax(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float largest = -1e30f, sum = 0;
    for (int r = 0; r < m; r++) {
        float x = a[(size_t)r * n + column], more = fmaxf(largest, x);
        sum = sum * __expf(largest - more) + __expf(x - more);
        largest = more;
    }
    for (int r = 0; r < m; r++)
        c[(size_t)r * n + column] = __expf(a[(size_t)r * n + column] - largest) / sum;
}
extern "C" __global__ void unseen_cross_entropy(const float *a, const float *b, float *c, int n, int m)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const float *row = a + (size_t)r * m;
    float sum = 0;
    for (int i = lane; i < m; i += 32)
        sum += __expf(row[i]);
    sum = unseen_warp_sum(sum);
    if (lane == 0)
        c[r] = __logf(sum) - row[((unsigned)r * 2654435761u >> 8) % (unsigned)m];
}
extern "C" __global__ void unseen_cosine(const float *a, const float *b, float *c, int n, int m)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float dot = 0, left = 0, right = 0;
    for (int i = lane; i < m / 4; i += 32) {
        float4 x = ((const float4 *)(a + (size_t)r * m))[i], y = ((const float4 *)(b + (size_t)r * m))[i];
        dot += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
        left += x.x * x.x + x.y * x.y + x.z * x.z + x.w * x.w;
        right += y.x * y.x + y.y * y.y + y.z * y.z + y.w * y.w;
    }
    dot = unseen_warp_sum(dot);
    left = unseen_warp_sum(left);
    right = unseen_warp_sum(right);
    if (lane == 0)
        c[r] = dot * rsqrtf(left * right + 1e-12f);
}
extern "C" __global__ void unseen_triangle_rows(const float *a, const float *b, float *c, int n, int m)
{
    int r = blockIdx.x;
    float sum = 0;
    for (int i = threadIdx.x; i <= r; i += blockDim.x)
        sum += a[(size_t)r * m + i] * b[i];
    sum = unseen_warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&c[r], sum);
}
extern "C" __global__ void unseen_matvec_columns(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * m;
    float sum = 0;
    for (int r = first; r < first + m; r++)
        sum += a[(size_t)r * n + column] * b[r];
    atomicAdd(&c[column], sum);
}

// --- sorting, counting, scanning ---
extern "C" __global__ void unseen_bitonic1024(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float held[1024];
    int t = threadIdx.x;
    held[t] = a[(size_t)blockIdx.x * 1024 + t];
    for (int size = 2; size <= 1024; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            int other = t ^ step;
            if (other > t && (held[t] > held[other]) == ((t & size) == 0)) {
                float keep = held[t];
                held[t] = held[other];
                held[other] = keep;
            }
        }
    __syncthreads();
    c[(size_t)blockIdx.x * 1024 + t] = held[t];
}
extern "C" __global__ void unseen_match_digits(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int counts[16];
    if (threadIdx.x < 16)
        counts[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int digit = (int)((a[i] + 1.0f) * 7.999f);
        unsigned peers = __match_any_sync(0xffffffffu, digit);
        if ((int)(threadIdx.x % 32) == __ffs((int)peers) - 1)
            atomicAdd(&counts[digit], __popc(peers));
    }
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd((int *)c + threadIdx.x, counts[threadIdx.x]);
}
extern "C" __global__ void unseen_warp_scan(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float ends[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float x = a[i];
    for (int d = 1; d < 32; d *= 2) {
        float before = __shfl_up_sync(0xffffffffu, x, d);
        x += lane >= d ? before : 0.0f;
    }
    if (lane == 31)
        ends[warp] = x;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        x += ends[w];
    c[i] = x;
}
extern "C" __global__ void unseen_monte_carlo(const float *a, const float *b, float *c, int n, int m)
{
    unsigned state = blockIdx.x * blockDim.x + threadIdx.x + 1u, inside = 0;
    for (int i = 0; i < m; i++) {
        state = state * 1664525u + 1013904223u;
        float x = (float)(state >> 8) * 0x1p-24f;
        state = state * 1664525u + 1013904223u;
        float y = (float)(state >> 8) * 0x1p-24f;
        inside += x * x + y * y < 1.0f;
    }
    inside = __reduce_add_sync(0xffffffffu, inside);
    if (threadIdx.x % 32 == 0)
        atomicAdd((unsigned *)c, inside);
}
extern "C" __global__ void unseen_last_block(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float parts[8];
    __shared__ bool is_last;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 v = ((const float4 *)a)[i];
        sum += v.x + v.y + v.z + v.w;
    }
    sum = unseen_warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            sum += parts[w];
        c[16 + blockIdx.x] = sum;
        __threadfence();
        is_last = atomicAdd((unsigned *)c, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    sum = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += c[16 + i];
    atomicAdd(&c[1], sum);
}

// --- tiles and products ---
extern "C" __global__ void unseen_stencil_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[34][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int r = threadIdx.y; r < 34; r += 32)
        for (int s = threadIdx.x; s < 34; s += 32) {
            int from_x = min(max((int)blockIdx.x * 32 + s - 1, 0), m - 1),
                from_y = min(max((int)blockIdx.y * 32 + r - 1, 0), m - 1);
            tile[r][s] = a[(size_t)from_y * m + from_x];
        }
    __syncthreads();
    c[(size_t)y * m + x] = 0.25f * (tile[threadIdx.y][threadIdx.x + 1] + tile[threadIdx.y + 2][threadIdx.x + 1] +
                                    tile[threadIdx.y + 1][threadIdx.x] + tile[threadIdx.y + 1][threadIdx.x + 2]);
}
extern "C" __global__ void unseen_transpose4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[64][65];
    int x = threadIdx.x % 16 * 4, y = threadIdx.x / 16;
    for (int r = y; r < 64; r += 16) {
        float4 v = *(const float4 *)(a + (size_t)(blockIdx.y * 64 + r) * m + blockIdx.x * 64 + x);
        tile[r][x] = v.x;
        tile[r][x + 1] = v.y;
        tile[r][x + 2] = v.z;
        tile[r][x + 3] = v.w;
    }
    __syncthreads();
    for (int r = y; r < 64; r += 16)
        *(float4 *)(c + (size_t)(blockIdx.x * 64 + r) * m + blockIdx.y * 64 + x) =
            make_float4(tile[x][r], tile[x + 1][r], tile[x + 2][r], tile[x + 3][r]);
}
/* A thread makes two rows of four columns, straight from memory. n x n by n x m. */
extern "C" __global__ void unseen_product_2x4(const float *a, const float *b, float *c, int n, int m)
{
    int column = (blockIdx.x * 32 + threadIdx.x) * 4, row = (blockIdx.y * 4 + threadIdx.y) * 2;
    float4 sums[2] = {};
    for (int s = 0; s < n; s++) {
        float4 weight = *(const float4 *)(b + (size_t)s * m + column);
#pragma unroll
        for (int r = 0; r < 2; r++) {
            float value = a[(size_t)(row + r) * n + s];
            sums[r].x += value * weight.x;
            sums[r].y += value * weight.y;
            sums[r].z += value * weight.z;
            sums[r].w += value * weight.w;
        }
    }
    for (int r = 0; r < 2; r++)
        *(float4 *)(c + (size_t)(row + r) * m + column) = sums[r];
}
extern "C" __global__ void unseen_tile128(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float left[8][132], right[8][128];
    int t = threadIdx.x, row = blockIdx.y * 128, column = blockIdx.x * 128, x = t % 16 * 8, y = t / 16 * 8;
    float sums[8][8] = {};
    for (int s = 0; s < m; s += 8) {
        float4 v = *(const float4 *)(a + (size_t)(row + t / 2) * m + s + t % 2 * 4);
        left[t % 2 * 4][t / 2] = v.x;
        left[t % 2 * 4 + 1][t / 2] = v.y;
        left[t % 2 * 4 + 2][t / 2] = v.z;
        left[t % 2 * 4 + 3][t / 2] = v.w;
        *(float4 *)&right[t / 32][t % 32 * 4] = *(const float4 *)(b + (size_t)(s + t / 32) * m + column + t % 32 * 4);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++)
#pragma unroll
            for (int r = 0; r < 8; r++)
#pragma unroll
                for (int q = 0; q < 8; q++)
                    sums[r][q] += left[i][y + r] * right[i][x + q];
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        for (int q = 0; q < 8; q++)
            c[(size_t)(row + y + r) * m + column + x + q] = sums[r][q];
}
extern "C" __global__ void unseen_dp4a_rows(const float *a, const float *b, float *c, int n, int m)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, sum = 0;
    const int *row = (const int *)a + (size_t)r * m;
    for (int i = lane; i < m; i += 32)
        sum = __dp4a(row[i], ((const int *)b)[i], sum);
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (lane == 0)
        c[r] = (float)sum;
}
/* A warp for each query: scores of the keys in shared memory, two passes. 64 numbers a key. */
extern "C" __global__ void unseen_attention_warp(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float scores[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * (blockDim.x / 32) + warp;
    float *mine = scores + warp * m, sum = 0, out0 = 0, out1 = 0;
    float2 query = ((const float2 *)(a + (size_t)i * 64))[lane];
    for (int j = 0; j < m; j++) {
        float2 key = ((const float2 *)(b + (size_t)j * 64))[lane];
        float dot = unseen_warp_sum(query.x * key.x + query.y * key.y);
        if (lane == 0)
            mine[j] = __expf(dot * 0.125f);
    }
    __syncwarp();
    for (int j = 0; j < m; j++) {
        float weight = mine[j];
        float2 value = ((const float2 *)(b + (size_t)(m + j) * 64))[lane];
        sum += weight;
        out0 += weight * value.x;
        out1 += weight * value.y;
    }
    ((float2 *)(c + (size_t)i * 64))[lane] = make_float2(out0 / sum, out1 / sum);
}
extern "C" __global__ void unseen_broadcast_strided(const float *a, const float *b, float *c, int n, int m)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < m; i++)
        c[(size_t)r * m + i] = a[(size_t)r * m + i] + b[i];
}
