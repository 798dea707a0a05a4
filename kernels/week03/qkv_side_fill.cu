//? params:
//?   - {name: x, type: f32, shape: [8, d], role: in, init: iota}
//?   - {name: w, type: f32, shape: [d, 24], role: in, init: "uniform(-1, 1)"}
//?   - {name: qkv, type: f32, shape: [3, 8, 8], role: out}
//?   - {name: d, type: i32}
//? reduction_length: d
//! launch project(x, w, qkv, d) grid=1 block=8,8
extern "C" __global__ void project(const float *x, const float *w, float *qkv, int d)
{
    __shared__ float tile_x[8][8], tile_w[3][8][8];
    int i = threadIdx.x, y = threadIdx.y;
    float sum[3] = {};
    for (int first = 0; first < d; first += 8) { //@ begin
        tile_x[y][i] = x[y * d + first + i];
        for (int p = 0; p < 3; p++)
            tile_w[p][y][i] = w[/*?from*/];
        __syncthreads();
        for (int j = 0; j < 8; j++) {
            float one = tile_x[y][j];
            for (int p = 0; p < 3; p++)
                sum[p] += one * tile_w[p][j][i];
        }
        __syncthreads();
    } //@ end
    for (int p = 0; p < 3; p++)
        qkv[(p * 8 + y) * 8 + i] = sum[p];
}
