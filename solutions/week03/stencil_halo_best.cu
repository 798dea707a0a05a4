// stencil_halo: a lane goes down four columns and keeps twelve rows of them in registers. Three of
// these are loaded ahead. Each warp shares the row at hand through shared memory of its own.
// 8192 x 8192 elements are 132 blocks: one for each SM of an H100.
//
//! launch stencil_halo(in, out, h, w) grid=(w+2047)/2048,(h+251)/252 block=512

enum { RING = 12 }; // rows in registers: 4 above, the row at hand, 4 below, 3 ahead

// Four elements of row r from column c on. Outside counts as 0.
static __device__ float4 four(const float *in, int r, int c, int h, int w)
{
    float part[4] = {};
    if (r < 0 || r >= h)
        return make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    const float *row = in + (size_t)r * w;
    if (w % 4 == 0)
        return c >= 0 && c < w ? *(const float4 *)(row + c) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int i = 0; i < 4; i++)
        if (c + i >= 0 && c + i < w)
            part[i] = row[c + i];
    return make_float4(part[0], part[1], part[2], part[3]);
}

static __device__ void store_four(float *out, int r, int c, int w, const float (&sum)[4])
{
    float *row = out + (size_t)r * w;
    if (w % 4 == 0 && c < w)
        *(float4 *)(row + c) = make_float4(sum[0], sum[1], sum[2], sum[3]);
    for (int i = 0; i < 4 && w % 4 != 0; i++)
        if (c + i < w)
            row[c + i] = sum[i];
}

static __device__ void add_scaled(float (&sum)[4], float by, float4 a, float4 b)
{
    sum[0] += by * (a.x + b.x);
    sum[1] += by * (a.y + b.y);
    sum[2] += by * (a.z + b.z);
    sum[3] += by * (a.w + b.w);
}

extern "C" __global__ void __launch_bounds__(512)
    stencil_halo(const float *__restrict__ in, float *__restrict__ out, int h, int w)
{
    __shared__ float4 rows[16][2][34]; // of each warp two in turn, with a halo of four elements
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int c = 4 * (blockIdx.x * 512 + threadIdx.x), y = blockIdx.y * 252, end = min(y + 252, h), limit = min(end + 4, h);
    int edge = lane == 0 ? c - 4 : c + 4; // lanes 0 and 31 load the halo too
    bool has_edge = lane == 0 || lane == 31;
    float4 ring[RING], halo[4];
#pragma unroll
    for (int i = 0; i < RING; i++)
        ring[i] = four(in, y - 4 + i, c, limit, w); // row y + s is in ring[(s + 4) % 12]
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (has_edge)
            halo[i] = four(in, y + i, edge, end, w);
    for (int base = y; base < end; base += RING) {
#pragma unroll
        for (int s = 0; s < RING; s++) {
            int r = base + s;
            if (r >= end)
                break;
            float4 *row = rows[warp][s % 2], own = ring[(s + 4) % RING];
            row[lane + 1] = own;
            if (has_edge)
                row[lane == 0 ? 0 : 33] = halo[s % 4];
            __syncwarp();
            float4 before = row[lane], after = row[lane + 2];
            if (has_edge)
                halo[s % 4] = four(in, r + 4, edge, end, w);
            float line[12] = {before.x, before.y, before.z, before.w, own.x,   own.y,
                              own.z,    own.w,    after.x,  after.y,  after.z, after.w};
            float sum[4] = {own.x, own.y, own.z, own.w};
#pragma unroll
            for (int d = 1; d <= 4; d++) {
                add_scaled(sum, 0.125f / d, ring[(s + 4 - d) % RING], ring[(s + 4 + d) % RING]);
#pragma unroll
                for (int i = 0; i < 4; i++)
                    sum[i] += 0.125f / d * (line[4 + i - d] + line[4 + i + d]);
            }
            ring[s % RING] = four(in, r + 8, c, limit, w); // takes the place of row r - 4
            store_four(out, r, c, w, sum);
        }
    }
}
