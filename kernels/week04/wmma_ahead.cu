//? params:
//?   - {name: a, type: f16, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f16, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, n, k) grid=n/128,m/128 block=256
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

struct tiles {
    __half a[128][40], b[32][136];
};

static __device__ void start_eight(__half *to, const __half *from)
{
    __pipeline_memcpy_async(to, from, 16);
}

static __device__ void fetch(tiles &to, const __half *a, const __half *b, int n, int k)
{
    for (int e = threadIdx.x; e < 512; e += 256) {
        start_eight(&to.a[e / 4][e % 4 * 8], a + e / 4 * k + e % 4 * 8);
        start_eight(&to.b[e / 16][e % 16 * 8], b + e / 16 * n + e % 16 * 8);
    }
}

static __device__ void multiply(wmma::fragment<wmma::accumulator, 16, 16, 16, float> (&sum)[4][2], const tiles &now,
                                int warp)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left[4];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right[2];
    for (int i = 0; i < 32; i += 16) {
        for (int r = 0; r < 4; r++)
            wmma::load_matrix_sync(left[r], &now.a[warp / 4 * 64 + 16 * r][i], 40);
        for (int q = 0; q < 2; q++)
            wmma::load_matrix_sync(right[q], &now.b[i][warp % 4 * 32 + 16 * q], 136);
        for (int s = 0; s < 8; s++)
            wmma::mma_sync(sum[s / 2][s % 2], left[s / 2], right[s % 2], sum[s / 2][s % 2]);
    }
}

extern "C" __global__ void gemm(const __half *a, const __half *b, float *c, int n, int k)
{
    __shared__ alignas(32) tiles tile[2];
    int warp = threadIdx.x / 32, turn = 0;
    a += blockIdx.y * 128 * k;
    b += blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
    for (int s = 0; s < 8; s++)
        wmma::fill_fragment(sum[s / 2][s % 2], 0.0f);
    fetch(tile[0], a, b, n, k);
    __pipeline_commit();
    for (int first = 0; first < k; first += 32) { //@ begin
        __pipeline_wait_prior(0);                 // all copies of this thread are done
        __syncthreads();                          // and those of the others
        if (first + 32 < k)
            fetch(tile[1 - turn], a + first + 32, b + (first + 32) * n, n, k);
        __pipeline_commit();
        multiply(sum, tile[turn], warp); // meanwhile
        turn = 1 - turn;
    } //@ end
    c += (blockIdx.y * 128 + warp / 4 * 64) * n + blockIdx.x * 128 + warp % 4 * 32;
    for (int s = 0; s < 8; s++)
        wmma::store_matrix_sync(c + s / 2 * 16 * n + s % 2 * 16, sum[s / 2][s % 2], n, wmma::mem_row_major);
}
