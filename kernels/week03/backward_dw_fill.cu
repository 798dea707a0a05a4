//? params:
//?   - {name: x, type: f32, shape: [n, 8], role: in, init: "uniform(-1, 1)"}
//?   - {name: dy, type: f32, shape: [n, 8], role: in, init: iota}
//?   - {name: dw, type: f32, shape: [8, 8], role: out}
//?   - {name: n, type: i32}
//? reduction_length: n
//! launch linear_dw(x, dy, dw, n) grid=1 block=8,8
extern "C" __global__ void linear_dw(const float *x, const float *dy, float *dw, int n)
{
    __shared__ float tile_x[64], tile_dy[64];
    int i = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f; //@ begin
    for (int first = 0; first < n; first += 8) {
        tile_x[8 * y + i] = x[(first + y) * 8 + i];
        tile_dy[8 * y + i] = dy[(first + y) * 8 + i];
        __syncthreads();
        for (int j = 0; j < 8; j++)
            sum += tile_x[/*?place*/] * tile_dy[8 * j + i];
        __syncthreads();
    } //@ end
    dw[8 * y + i] = sum;
}
