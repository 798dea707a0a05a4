//? params:
//?   - {name: a, type: f32, shape: [8, k], role: in, init: iota}
//?   - {name: b, type: f32, shape: [k, 8], role: in, init: ones}
//?   - {name: c, type: f32, shape: [8, 8], role: out}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, k) grid=1 block=8,8
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int k)
{
    __shared__ float tile_a[8][8], tile_b[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f; //@ begin
    for (int first = 0; first < k; first += 8) {
        tile_a[y][x] = a[y * k + first + x];
        tile_b[y][x] = b[(first + y) * 8 + x];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        first = first; //@ wait
    } //@ end
    c[y * 8 + x] = sum;
}
