// Set 12, first part: bytes, shapes of blocks, pixels, cubes, columns, gelu. All were predicted
// before any was measured.
#include <cuda_fp16.h>

/* --- words of 32 bits to bytes with a scale --------------------------------------------------- */

__device__ static signed char proof_byte(float x)
{
    return (signed char)max(-127, min(127, __float2int_rn(x * 90.0f)));
}
extern "C" __global__ void proof_quantise(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((signed char *)c)[i] = proof_byte(a[i]);
}
extern "C" __global__ void proof_quantise_grid(const float *a, const float *b, float *c, int n, int m)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        ((signed char *)c)[i] = proof_byte(a[i]);
}
extern "C" __global__ void proof_quantise_fours(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    float4 v = ((const float4 *)a)[i];
    ((char4 *)c)[i] = make_char4(proof_byte(v.x), proof_byte(v.y), proof_byte(v.z), proof_byte(v.w));
}
/* four float4 in a row a thread, 16 bytes written at once */
extern "C" __global__ void proof_quantise_sixteens(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 16)
        return;
    int4 out;
    char4 *parts = (char4 *)&out;
    for (int k = 0; k < 4; k++) {
        float4 v = ((const float4 *)a)[4 * i + k];
        parts[k] = make_char4(proof_byte(v.x), proof_byte(v.y), proof_byte(v.z), proof_byte(v.w));
    }
    ((int4 *)c)[i] = out;
}

/* --- a sum of two planes of doubles, n rows of m ---------------------------------------------- */

extern "C" __global__ void proof_add_plane(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < n)
        ((double *)c)[(size_t)y * m + x] = 0.5 * ((const double *)a)[(size_t)y * m + x] + ((const double *)b)[(size_t)y * m + x];
}
/* the first index runs down a column */
extern "C" __global__ void proof_add_columns(const float *a, const float *b, float *c, int n, int m)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < n)
        ((double *)c)[(size_t)y * m + x] = 0.5 * ((const double *)a)[(size_t)y * m + x] + ((const double *)b)[(size_t)y * m + x];
}
extern "C" __global__ void proof_add_pairs(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * m / 2)
        return;
    double2 x = ((const double2 *)a)[i], y = ((const double2 *)b)[i];
    ((double2 *)c)[i] = make_double2(0.5 * x.x + y.x, 0.5 * x.y + y.y);
}
/* every thread a whole row */
extern "C" __global__ void proof_add_rows(const float *a, const float *b, float *c, int n, int m)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= n)
        return;
    for (int x = 0; x < m; x++)
        ((double *)c)[(size_t)y * m + x] = 0.5 * ((const double *)a)[(size_t)y * m + x] + ((const double *)b)[(size_t)y * m + x];
}

/* --- colour of 3 bytes a pixel to grey -------------------------------------------------------- */

__device__ static unsigned char proof_shade(float red, float green, float blue)
{
    return (unsigned char)(0.299f * red + 0.587f * green + 0.114f * blue);
}
extern "C" __global__ void proof_grey_bytes(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned char *in = (const unsigned char *)a + 3 * (size_t)i;
    ((unsigned char *)c)[i] = proof_shade(in[0], in[1], in[2]);
}
/* four pixels a thread: three words in, one out */
extern "C" __global__ void proof_grey_words(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    unsigned words[3] = {((const unsigned *)a)[3 * i], ((const unsigned *)a)[3 * i + 1], ((const unsigned *)a)[3 * i + 2]}, out = 0;
    for (int k = 0; k < 4; k++) {
        float part[3];
        for (int j = 0; j < 3; j++)
            part[j] = words[(3 * k + j) / 4] >> (3 * k + j) % 4 * 8 & 255;
        out |= (unsigned)proof_shade(part[0], part[1], part[2]) << 8 * k;
    }
    ((unsigned *)c)[i] = out;
}
/* a block's 768 bytes pass through shared memory as words */
extern "C" __global__ void proof_grey_staged(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned words[192];
    if (threadIdx.x < 192)
        words[threadIdx.x] = ((const unsigned *)a)[(size_t)blockIdx.x * 192 + threadIdx.x];
    __syncthreads();
    const unsigned char *in = (const unsigned char *)words + 3 * threadIdx.x;
    ((unsigned char *)c)[(size_t)blockIdx.x * 256 + threadIdx.x] = proof_shade(in[0], in[1], in[2]);
}
/* the colours lie in three planes */
extern "C" __global__ void proof_grey_planes(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    const uchar4 *in = (const uchar4 *)a;
    uchar4 red = in[i], green = in[n / 4 + i], blue = in[n / 2 + i];
    ((uchar4 *)c)[i] = make_uchar4(proof_shade(red.x, green.x, blue.x), proof_shade(red.y, green.y, blue.y),
                                   proof_shade(red.z, green.z, blue.z), proof_shade(red.w, green.w, blue.w));
}

/* --- seven points of a cube of n x m x m doubles ---------------------------------------------- */

__device__ static double proof_seven(const double *at, int m)
{
    return at[0] + 0.1 * (at[-1] + at[1] + at[-m] + at[m] + at[-m * m] + at[m * m] - 6.0 * at[0]);
}
/* the first index runs from plane to plane */
extern "C" __global__ void proof_cube_planes(const float *a, const float *b, float *c, int n, int m)
{
    int z = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y / m, x = blockIdx.y % m;
    if (x < 1 || y < 1 || z < 1 || x >= m - 1 || y >= m - 1 || z >= n - 1)
        return;
    size_t i = ((size_t)z * m + y) * m + x;
    ((double *)c)[i] = proof_seven((const double *)a + i, m);
}
extern "C" __global__ void proof_cube_points(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % m, y = i / m % m, z = i / m / m;
    if (x < 1 || y < 1 || z < 1 || x >= m - 1 || y >= m - 1 || z >= n - 1)
        return;
    ((double *)c)[i] = proof_seven((const double *)a + i, m);
}
/* a block 32 x 8 of each plane, planes down the grid */
extern "C" __global__ void proof_cube_blocks(const float *a, const float *b, float *c, int n, int m)
{
    int across = (m + 31) / 32, x = blockIdx.x % across * 32 + threadIdx.x, y = blockIdx.x / across * 8 + threadIdx.y, z = blockIdx.y;
    if (x < 1 || y < 1 || z < 1 || x >= m - 1 || y >= m - 1 || z >= n - 1)
        return;
    size_t i = ((size_t)z * m + y) * m + x;
    ((double *)c)[i] = proof_seven((const double *)a + i, m);
}
/* a block 32 x 8 walks through 40 planes, three values in registers */
extern "C" __global__ void proof_cube_walk(const float *a, const float *b, float *c, int n, int m)
{
    int across = (m + 31) / 32, x = blockIdx.x % across * 32 + threadIdx.x, y = blockIdx.x / across * 8 + threadIdx.y;
    int first = blockIdx.y * 40 + 1;
    if (x < 1 || y < 1 || x >= m - 1 || y >= m - 1)
        return;
    size_t i = ((size_t)first * m + y) * m + x;
    const double *at = (const double *)a + i;
    double before = at[-m * m], here = at[0];
    for (int z = first; z < first + 40 && z < n - 1; z++, i += m * m, at += m * m) {
        double next = at[m * m];
        ((double *)c)[i] = here + 0.1 * (at[-1] + at[1] + at[-m] + at[m] + before + next - 6.0 * here);
        before = here;
        here = next;
    }
}
/* the same, the plane in shared memory */
extern "C" __global__ void proof_cube_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ double tile[10][34];
    int across = (m + 31) / 32, left = blockIdx.x % across * 32, top = blockIdx.x / across * 8, first = blockIdx.y * 40 + 1;
    int x = left + threadIdx.x, y = top + threadIdx.y;
    const double *in = (const double *)a;
    bool inside = x > 0 && y > 0 && x < m - 1 && y < m - 1;
    size_t i = ((size_t)first * m + min(y, m - 1)) * m + min(x, m - 1);
    double before = in[i - m * m], here = in[i];
    for (int z = first; z < first + 40 && z < n - 1; z++, i += m * m) {
        for (int k = threadIdx.y * 32 + threadIdx.x; k < 340; k += 256) {
            int u = min(max(left + k % 34 - 1, 0), m - 1), v = min(max(top + k / 34 - 1, 0), m - 1);
            tile[k / 34][k % 34] = in[((size_t)z * m + v) * m + u];
        }
        __syncthreads();
        double next = in[i + m * m], *at = &tile[threadIdx.y + 1][threadIdx.x + 1];
        if (inside)
            ((double *)c)[i] = here + 0.1 * (at[-1] + at[1] + at[-34] + at[34] + before + next - 6.0 * here);
        before = here;
        here = next;
        __syncthreads();
    }
}

/* --- a matrix of n rows and m columns, transposed, times a vector ----------------------------- */

extern "C" __global__ void proof_columns_threads(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= m)
        return;
    float sum = 0.0f;
    for (int y = 0; y < n; y++)
        sum += a[(size_t)y * m + x] * b[y];
    c[x] = sum;
}
/* a block a column */
extern "C" __global__ void proof_columns_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    float sum = 0.0f;
    for (int y = threadIdx.x; y < n; y += 256)
        sum += a[(size_t)y * m + blockIdx.x] * b[y];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = part[0];
}
/* the rows are split over the grid, partial sums meet by atomics */
extern "C" __global__ void proof_columns_split(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, length = (n + gridDim.y - 1) / gridDim.y, first = blockIdx.y * length;
    if (x >= m)
        return;
    float sum = 0.0f;
    for (int y = first; y < first + length && y < n; y++)
        sum += a[(size_t)y * m + x] * b[y];
    atomicAdd(&c[x], sum);
}
extern "C" __global__ void proof_columns_float4(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, length = (n + gridDim.y - 1) / gridDim.y, first = blockIdx.y * length;
    if (x >= m / 4)
        return;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int y = first; y < first + length && y < n; y++) {
        float4 v = ((const float4 *)a)[(size_t)y * (m / 4) + x];
        float weight = b[y];
        sum.x += v.x * weight;
        sum.y += v.y * weight;
        sum.z += v.z * weight;
        sum.w += v.w * weight;
    }
    atomicAdd(&c[4 * x], sum.x);
    atomicAdd(&c[4 * x + 1], sum.y);
    atomicAdd(&c[4 * x + 2], sum.z);
    atomicAdd(&c[4 * x + 3], sum.w);
}

/* --- the gradient of gelu --------------------------------------------------------------------- */

extern "C" __global__ void proof_gelu_power(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i], inner = 0.7978846f * (x + 0.044715f * powf(x, 3.0f)), t = tanhf(inner);
    c[i] = b[i] * (0.5f * (1.0f + t) + 0.5f * x * (1.0f - powf(t, 2.0f)) * 0.7978846f * (1.0f + 0.134145f * powf(x, 2.0f)));
}
extern "C" __global__ void proof_gelu_tanh(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i], t = tanhf(0.7978846f * (x + 0.044715f * x * x * x));
    c[i] = b[i] * (0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * 0.7978846f * (1.0f + 0.134145f * x * x));
}
extern "C" __global__ void proof_gelu_error(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i];
    c[i] = b[i] * (0.5f * (1.0f + erff(x * 0.70710678f)) + x * 0.39894228f * expf(-0.5f * x * x));
}
/* a constant without its f: the whole line in doubles */
extern "C" __global__ void proof_gelu_doubles(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i];
    c[i] = b[i] * (0.5 * (1.0 + erff(x * 0.70710678)) + x * 0.39894228 * expf(-0.5 * x * x));
}
extern "C" __global__ void proof_gelu_float4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    float4 v = ((const float4 *)a)[i], g = ((const float4 *)b)[i];
    float x[4] = {v.x, v.y, v.z, v.w}, out[4], grads[4] = {g.x, g.y, g.z, g.w};
    for (int k = 0; k < 4; k++) {
        float power = __expf(1.5957691f * (x[k] + 0.044715f * x[k] * x[k] * x[k])), t = 1.0f - __fdividef(2.0f, power + 1.0f);
        out[k] = grads[k] * (0.5f * (1.0f + t) + 0.5f * x[k] * (1.0f - t * t) * 0.7978846f * (1.0f + 0.134145f * x[k] * x[k]));
    }
    ((float4 *)c)[i] = make_float4(out[0], out[1], out[2], out[3]);
}
