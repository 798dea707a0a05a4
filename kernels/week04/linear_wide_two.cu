//? params:
//?   - {name: x, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [k, n], role: in, init: "uniform(-0.3, 0.3)"}
//?   - {name: bias, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? bytes: 4*(m*k + k*n + n + m*n)
//? reduction_length: k
//! launch product(x, w, y, m, n, k) grid=(n+127)/128,(m+127)/128 block=16,16
//! launch bias_gelu(y, bias, m*n/4, n/4) grid=(m*n/4+255)/256 block=256

// 0.5 * s * (1 + erf(s / sqrt(2)))
static __device__ float gelu(float s)
{
    return 0.5f * s * (1.0f + erff(s * 0.70710678f));
}

// Four elements of a row, 0 past the edge. One load if each row begins at a multiple of 16 bytes.
static __device__ float4 four(const float *in, int row, int col, int rows, int cols)
{
    float4 out = {0.0f, 0.0f, 0.0f, 0.0f};
    if (row >= rows || col >= cols)
        return out;
    const float *at = in + row * cols + col;
    if (cols % 4 == 0)
        return *(const float4 *)at;
    out.x = at[0];
    if (col + 1 < cols)
        out.y = at[1];
    if (col + 2 < cols)
        out.z = at[2];
    if (col + 3 < cols)
        out.w = at[3];
    return out;
}

static __device__ void store_four(float *y, int row, int col, int m, int n, const float *sum)
{
    if (row >= m || col >= n)
        return;
    float *at = y + row * n + col;
    if (n % 4 == 0) {
        *(float4 *)at = make_float4(sum[0], sum[1], sum[2], sum[3]);
        return;
    }
    for (int q = 0; q < 4; q++)
        if (col + q < n)
            at[q] = sum[q];
}

extern "C" __global__ void __launch_bounds__(256) product(const float *x, const float *w, float *y, int m, int n, int k)
{
    __shared__ float tile_x[2][16][132]; // turned: tile_x[..][i] has the 128 rows of column i
    __shared__ float tile_w[2][16][128];
    int tx = threadIdx.x, ty = threadIdx.y, t = 16 * ty + tx;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    float sum[8][8] = {};
    float4 next_x[2], next_w[2]; // the next round's share of this thread

    for (int l = 0; l < 2; l++) {
        next_x[l] = four(x, row + t / 4 + 64 * l, t % 4 * 4, m, k);
        next_w[l] = four(w, t / 32 + 8 * l, col + t % 32 * 4, k, n);
    }
    int turn = 0;
    for (int first = 0; first < k; first += 16) {
        for (int l = 0; l < 2; l++) {
            tile_x[turn][t % 4 * 4][t / 4 + 64 * l] = next_x[l].x;
            tile_x[turn][t % 4 * 4 + 1][t / 4 + 64 * l] = next_x[l].y;
            tile_x[turn][t % 4 * 4 + 2][t / 4 + 64 * l] = next_x[l].z;
            tile_x[turn][t % 4 * 4 + 3][t / 4 + 64 * l] = next_x[l].w;
            *(float4 *)&tile_w[turn][t / 32 + 8 * l][t % 32 * 4] = next_w[l];
        }
        __syncthreads(); // the only barrier: the next round fills the other tiles
        for (int l = 0; l < 2; l++) {
            next_x[l] = four(x, row + t / 4 + 64 * l, first + 16 + t % 4 * 4, m, k);
            next_w[l] = four(w, first + 16 + t / 32 + 8 * l, col + t % 32 * 4, k, n);
        }
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float of_x[8], of_w[8]; // rows 4*ty .. 4*ty + 3 and 64 further on; columns likewise
            *(float4 *)&of_x[0] = *(float4 *)&tile_x[turn][i][4 * ty];
            *(float4 *)&of_x[4] = *(float4 *)&tile_x[turn][i][4 * ty + 64];
            *(float4 *)&of_w[0] = *(float4 *)&tile_w[turn][i][4 * tx];
            *(float4 *)&of_w[4] = *(float4 *)&tile_w[turn][i][4 * tx + 64];
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += of_x[r] * of_w[q];
        }
        turn = 1 - turn;
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int h = 0; h < 2; h++)
            store_four(y, row + 4 * ty + r % 4 + r / 4 * 64, col + 4 * tx + 64 * h, m, n, &sum[r][4 * h]);
}

extern "C" __global__ void bias_gelu(float4 *y, const float4 *bias, int count, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= count)
        return;
    float4 s = y[i], add = bias[i % cols];
    s.x = gelu(s.x + add.x);
    s.y = gelu(s.y + add.y);
    s.z = gelu(s.z + add.z);
    s.w = gelu(s.w + add.w);
    y[i] = s; //@ end
}
