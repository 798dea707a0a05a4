//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "uniform(-4, 4)"}
//?   - {name: sums, type: f32, shape: [rows], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//?   - {name: warps, type: i32}
//? reduction_length: cols
//! launch spread<1>(x, sums, cols) grid=rows block=32*1 when=warps==1
//! launch spread<2>(x, sums, cols) grid=rows block=32*2 when=warps==2
//! launch spread<4>(x, sums, cols) grid=rows block=32*4 when=warps==4
//! launch spread<8>(x, sums, cols) grid=rows block=32*8 when=warps==8
//! launch spread<16>(x, sums, cols) grid=rows block=32*16 when=warps==16
//! launch spread<32>(x, sums, cols) grid=rows block=32*32 when=warps==32
#define TILE 16384
// The whole row as one tile: the sum of exp(x - largest), as in a softmax.
template <int WARPS> __global__ void spread(const float *x, float *sums, int cols)
{
    __shared__ float parts[32];
    constexpr int EACH = TILE / (32 * WARPS); // in each thread //@ begin
    float tile[EACH], most = -INFINITY, sum = 0.0f;
    const float *row = x + (size_t)blockIdx.x * cols;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int i = threadIdx.x + e * 32 * WARPS;
        tile[e] = i < cols ? row[i] : -INFINITY;
        most = fmaxf(most, tile[e]); //@ end
    }
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = most;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        most = fmaxf(most, parts[w]);
    __syncthreads();
#pragma unroll
    for (int e = 0; e < EACH; e++)
        sum += expf(tile[e] - most);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < WARPS; w++)
            sum += parts[w];
        sums[blockIdx.x] = sum;
    }
}
