//? params:
//?   - {name: a, type: f32, shape: [8, k], role: in, init: iota}
//?   - {name: b, type: f32, shape: [k, 8], role: in, init: ones}
//?   - {name: c, type: f32, shape: [8, 8], role: out}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, k) grid=1 block=8,2
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int k)
{
    __shared__ float tile_a[8][8], tile_b[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    float sum[4] = {};
    for (int first = 0; first < k; first += 8) {
        for (int r = y; r < 8; r += 2) {
            tile_a[r][x] = a[r * k + first + x];
            tile_b[r][x] = b[(first + r) * 8 + x];
        }
        __syncthreads();
        for (int i = 0; i < 8; i++) { //@ begin
            float one = tile_b[i][x];
            for (int r = 0; r < 4; r++)
                sum[r] += tile_a[/*?row*/][i] * one;
        }
        __syncthreads(); //@ end
    }
    for (int r = 0; r < 4; r++)
        c[(4 * y + r) * 8 + x] = sum[r];
}
