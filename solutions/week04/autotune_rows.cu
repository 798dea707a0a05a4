// autotune_rows: as many parts as fill the SMs, and threads by the length of a share.
//
//! tune THREADS in 32, 128, 512
//! tune PARTS in 1, 8, 64
//! keep PARTS == (m >= 4 * sm_count ? 1 : m >= sm_count / 2 ? 8 : 64)
//! let share = ceil_div(n, PARTS)
//! keep THREADS == 32 || share >= 4 * THREADS
//! keep THREADS == 512 || share < 32 * THREADS
//! scratch shares f32[m, PARTS]
//! launch sum_rows<THREADS>(in, out, n, 1) grid=m block=THREADS when=PARTS==1
//! launch sum_rows<THREADS>(in, shares, n, PARTS) grid=m, PARTS block=THREADS when=PARTS>1
//! launch sum_rows<32>(shares, out, PARTS, 1) grid=m block=32 when=PARTS>1

// Sums a share of each row: block (x, y) takes share y of row x. `parts` shares make a row.
template <int THREADS>
__global__ void __launch_bounds__(THREADS)
    sum_rows(const float *__restrict__ in, float *__restrict__ out, int n, int parts)
{
    static_assert(THREADS >= 32 && THREADS <= 1024, "a block has 32 to 1024 threads");
    __shared__ float of_warps[32];
    int share = (n + parts - 1) / parts, first = blockIdx.y * share, end = min(first + share, n);
    const float *row = in + (size_t)blockIdx.x * n;
    float sum = 0.0f;
    for (int i = first + threadIdx.x; i < end; i += THREADS)
        sum += row[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    sum = threadIdx.x < THREADS / 32 ? of_warps[threadIdx.x] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        out[(size_t)blockIdx.x * parts + blockIdx.y] = sum;
}
