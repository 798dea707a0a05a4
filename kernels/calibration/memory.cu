// Memory: streaming, strides, latency, what occupancy and the L2 do to them.
extern "C" __global__ void empty_kernel(const float *a, const float *b, float *c, int n, int m) {}

extern "C" __global__ void copy_f32(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i];
}

extern "C" __global__ void copy_f32x4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4)
        ((float4 *)c)[i] = ((const float4 *)a)[i];
}

extern "C" __global__ void read_f32(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i];
    if (sum == 12345.678f)
        c[0] = sum;
}

extern "C" __global__ void write_f32(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = (float)m;
}

// Each thread reads one element m apart from its neighbour's; all n are read, rows of m at a time.
extern "C" __global__ void load_strided(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, rows = n / m;
    if (i < n)
        c[i] = a[(size_t)(i % rows) * m + i / rows];
}

extern "C" __global__ void store_strided(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, rows = n / m;
    if (i < n)
        c[(size_t)(i % rows) * m + i / rows] = a[i];
}

// One element of every m: the sectors between are not used at all.
extern "C" __global__ void load_sparse(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / m)
        c[i] = a[(size_t)i * m];
}

extern "C" __global__ void store_sparse(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / m)
        c[(size_t)i * m] = a[i];
}

// Every load waits for the one before: the address depends on the value, which is multiplied by 0.
extern "C" __global__ void chase(const float *a, const float *b, float *c, int n, int m)
{
    int at = threadIdx.x;
    for (int i = 0; i < 512; i++)
        at = (at + m + (int)(a[at] * 0.0f)) & (n - 1);
    c[threadIdx.x] = (float)at;
}

// The first n elements again and again.
extern "C" __global__ void read_resident(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0;
    int at = (blockIdx.x * blockDim.x + threadIdx.x) & (n - 1);
    for (int k = 0; k < m; k++) {
        sum += a[at];
        at = (at + 4096) & (n - 1);
    }
    c[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Copy with a fixed number of independent loads in flight per thread.
template <int COUNT> __device__ void copy_unrolled(const float *a, float *c, int n)
{
    int i = blockIdx.x * blockDim.x * COUNT + threadIdx.x;
    float values[COUNT];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        values[k] = a[i + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        c[i + k * blockDim.x] = values[k];
}
extern "C" __global__ void copy_unroll2(const float *a, const float *b, float *c, int n, int m)
{
    copy_unrolled<2>(a, c, n);
}
extern "C" __global__ void copy_unroll8(const float *a, const float *b, float *c, int n, int m)
{
    copy_unrolled<8>(a, c, n);
}

// A number that follows from i alone and is spread evenly.
__device__ unsigned scramble(unsigned i)
{
    i = (i ^ i >> 16) * 0x7feb352du;
    i = (i ^ i >> 15) * 0x846ca68bu;
    return i ^ i >> 16;
}

// Reads and writes at random places of the first m elements.
extern "C" __global__ void random_read(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[scramble(i) & (m - 1)];
}
extern "C" __global__ void random_write(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[scramble(i) & (m - 1)] = (float)i;
}

// Each thread walks m neighbouring elements of its own.
extern "C" __global__ void walk_read(const float *a, const float *b, float *c, int n, int m)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < m; k++)
        sum += a[(size_t)t * m + k];
    c[t] = sum;
}
extern "C" __global__ void walk_write(const float *a, const float *b, float *c, int n, int m)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < m; k++)
        c[(size_t)t * m + k] = (float)k;
}

// Every thread of the grid reads the same n elements, one after the other.
extern "C" __global__ void read_same(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * a[i];
    c[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A block reads its row of m elements once or twice, and writes it or not.
template <int PASSES, bool WRITES> __device__ void rows(const float *a, float *c, int m)
{
    const float *row = a + (size_t)blockIdx.x * m;
    float sum = 0;
    for (int pass = 0; pass < PASSES - WRITES; pass++) {
        for (int i = threadIdx.x; i < m; i += blockDim.x)
            sum += row[i];
        sum += __syncthreads_or(sum == 1.5e30f);
    }
    for (int i = threadIdx.x; WRITES && i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = row[i] + sum;
    if (!WRITES && sum == 1.5e30f)
        c[blockIdx.x] = sum;
}
extern "C" __global__ void rows_read(const float *a, const float *b, float *c, int n, int m)
{
    rows<1, false>(a, c, m);
}
extern "C" __global__ void rows_read_twice(const float *a, const float *b, float *c, int n, int m)
{
    rows<2, false>(a, c, m);
}
extern "C" __global__ void rows_copy(const float *a, const float *b, float *c, int n, int m)
{
    rows<2, true>(a, c, m);
}

// Each lane reads a row of m words of its own. Shows what one line per lane costs in L1, in one
// bank or in all of them.
extern "C" __global__ void lane_rows(const float *a, const float *b, float *c, int n, int m)
{
    const float *row = a + threadIdx.x % 32 * m;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += row[k % 32];
    c[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A thread writes the first WORDS of eight words, in one store; BOTH: then the next as many.
template <class vector, bool BOTH> __device__ void write_part(float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 8)
        return;
    vector value = {1.0f, 2.0f};
    vector *to = (vector *)(c + 8 * (size_t)i);
    to[0] = value;
    if (BOTH)
        to[1] = value;
}
extern "C" __global__ void write_half(const float *a, const float *b, float *c, int n, int m)
{
    write_part<float4, false>(c, n);
}
extern "C" __global__ void write_halves(const float *a, const float *b, float *c, int n, int m)
{
    write_part<float4, true>(c, n);
}
extern "C" __global__ void write_quarter(const float *a, const float *b, float *c, int n, int m)
{
    write_part<float2, false>(c, n);
}

// m lanes write neighbours in one of 8192 rows, the next m in the next row.
extern "C" __global__ void write_pieces(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, piece = i / m;
    if (i < n)
        c[(size_t)(piece % 8192) * (n / 8192) + piece / 8192 * m + i % m] = 1.0f;
}
