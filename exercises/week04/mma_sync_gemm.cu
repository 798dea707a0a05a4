// mma_sync_gemm: c = a * b by mma.sync. It is right, loads each register of a fragment by itself,
// and waits for a and b in each round.
// TODO: copy ahead by start_eight, load by load_four, and avoid bank conflicts.
//
//! launch mma_sync_gemm(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=256 shared=32768

#include <cuda_fp16.h>

// Eight halves of a row, 0 past the edge.
static __device__ uint4 eight(const __half *in, int row, int col, int rows, int cols)
{
    alignas(16) __half part[8] = {};
    for (int q = 0; q < 8; q++)
        if (row < rows && col + q < cols)
            part[q] = in[row * cols + col + q];
    return *(uint4 *)part;
}

// Starts to copy them to a tile, if cols is a multiple of 8. The thread goes on meanwhile.
static __device__ void start_eight(__half *to, const __half *in, int row, int col, int rows, int cols)
{
    bool is_inside = row < rows && col < cols; // else the copy has 0 bytes, and zeros fill the place
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                 "l"(is_inside ? in + row * cols + col : in), "r"(is_inside ? 16 : 0)
                 : "memory");
}

// Ends a group of copies.
static __device__ void commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until this thread has at most MOST groups in flight.
template <int MOST> static __device__ void wait_for_copies()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(MOST) : "memory");
}

// Loads four 8 x 8 matrices. Lane l gives the address of row l % 8 of matrix l / 8.
static __device__ void load_four(unsigned (&out)[4], const __half *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"((unsigned)__cvta_generic_to_shared(row))
                 : "memory");
}

// The same, with each matrix transposed on its way.
static __device__ void load_four_turned(unsigned (&out)[4], const __half *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"((unsigned)__cvta_generic_to_shared(row))
                 : "memory");
}

// sum += a * b: a is 16 x 16, b is 16 x 8.
static __device__ void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Stores two neighbouring elements of c, if inside.
static __device__ void store_two(float *c, int row, int col, int m, int n, float first, float second)
{
    if (row < m && col + 1 < n && n % 2 == 0) {
        *(float2 *)&c[row * n + col] = make_float2(first, second);
        return;
    }
    if (row < m && col < n)
        c[row * n + col] = first;
    if (row < m && col + 1 < n)
        c[row * n + col + 1] = second;
}

struct tiles {
    __half a[128][64], b[64][128];
};

// Fills the tiles with columns `first` and on of a, and rows `first` and on of b.
static __device__ void fetch(tiles &to, const __half *a, const __half *b, int first, int m, int n, int k)
{
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    for (int e = threadIdx.x; e < 1024; e += 256) {
        *(uint4 *)&to.a[e / 8][e % 8 * 8] = eight(a, row + e / 8, first + e % 8 * 8, m, k);
        *(uint4 *)&to.b[e / 16][e % 16 * 8] = eight(b, first + e / 16, col + e % 16 * 8, k, n);
    }
}

extern "C" __global__ void __launch_bounds__(256)
    mma_sync_gemm(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    extern __shared__ __align__(128) char memory[];
    tiles &now = *(tiles *)memory;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 32; // the warp's 64 x 32 results
    float sum[4][4][4] = {};

    for (int first = 0; first < k; first += 64) {
        __syncthreads(); // nobody reads the tiles of the last round
        fetch(now, a, b, first, m, n, k);
        __syncthreads(); // the tiles are complete
        for (int i = 0; i < 64; i += 16) {
            unsigned left[4][4], right[4][2];
            for (int e = 0; e < 16; e++) {
                int row = my_row + e / 4 * 16 + lane / 4 + e % 2 * 8, col = i + lane % 4 * 2 + e % 4 / 2 * 8;
                left[e / 4][e % 4] = *(const unsigned *)&now.a[row][col];
            }
            for (int e = 0; e < 8; e++) {
                int row = i + lane % 4 * 2 + e % 2 * 8, col = my_col + e / 2 * 8 + lane / 4;
                __half2 pair = __halves2half2(now.b[row][col], now.b[row + 1][col]);
                right[e / 2][e % 2] = *(unsigned *)&pair;
            }
            for (int s = 0; s < 16; s++)
                multiply(sum[s / 4][s % 4], left[s / 4], right[s % 4][0], right[s % 4][1]);
        }
    }
    int row = blockIdx.y * 128 + my_row + lane / 4, col = blockIdx.x * 128 + my_col + lane % 4 * 2;
    for (int s = 0; s < 16; s++) {
        float *four = sum[s / 4][s % 4];
        store_two(c, row + s / 4 * 16, col + s % 4 * 8, m, n, four[0], four[1]);
        store_two(c, row + s / 4 * 16 + 8, col + s % 4 * 8, m, n, four[2], four[3]);
    }
}
