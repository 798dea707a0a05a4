//? params:
//?   - {name: a, type: f32, shape: [8, k], role: in, init: iota}
//?   - {name: b, type: f32, shape: [k, 8], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [8, 8], role: out}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, k) grid=1 block=4,4
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int k)
{
    __shared__ float tile_a[8][8], tile_b[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    float sum[2][2] = {};
    for (int first = 0; first < k; first += 8) {
        for (int e = 4 * y + x; e < 64; e += 16) {
            tile_a[e / 8][e % 8] = a[e / 8 * k + first + e % 8];
            tile_b[e / 8][e % 8] = b[(first + e / 8) * 8 + e % 8];
        }
        __syncthreads();
        for (int i = 0; i < 8; i++) { //@ begin
            float of_a[2], of_b[2];
            for (int r = 0; r < 2; r++) {
                of_a[r] = tile_a[y + 4 * r][i];
                of_b[r] = tile_b[i][/*?column*/];
            }
            for (int r = 0; r < 2; r++)
                for (int q = 0; q < 2; q++)
                    sum[r][q] += of_a[r] * of_b[q]; //@ end
        }
        __syncthreads();
    }
    for (int r = 0; r < 2; r++)
        for (int q = 0; q < 2; q++)
            c[(y + 4 * r) * 8 + x + 4 * q] = sum[r][q];
}
