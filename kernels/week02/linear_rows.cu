//? params:
//?   - {name: x, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [k, n], role: in, init: "uniform(-0.3, 0.3)"}
//?   - {name: bias, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//?   - {name: each, type: i32}
//? reduction_length: k
//! launch linear_rows<1>(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8 when=each==1
//! launch linear_rows<2>(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+15)/16 block=32,8 when=each==2
//! launch linear_rows<4>(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,8 when=each==4
//! launch linear_rows<8>(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+63)/64 block=32,8 when=each==8
#define HELD min(row + r, m - 1)
#define TERM x[at[r] + i] * weight

template <int ROWS>
__global__ void linear_rows(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = (blockIdx.y * 8 + threadIdx.y) * ROWS;
    if (col >= n || row >= m)
        return;
    int at[ROWS];
    float sums[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) { //@ begin
        at[r] = /*?held*/HELD * k; // row r of this thread
        sums[r] = bias[col];
    }
    for (int i = 0; i < k; i++) {
        float weight = w[i * n + col];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            sums[r] += /*?term*/TERM;
    } //@ end
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        if (row + r < m)
            y[(row + r) * n + col] = 0.5f * sums[r] * (1.0f + erff(sums[r] * 0.70710678f));
}
