//? params:
//?   - {name: a, type: f32, shape: [m, k], role: in, init: "integers(-3, 3)"}
//?   - {name: b, type: f32, shape: [k, n], role: in, init: "integers(-3, 3)"}
//?   - {name: residual, type: f32, shape: [m, n], role: in, init: "integers(-9, 9)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//! launch linear_add(a, b, residual, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16

extern "C" __global__ void linear_add(const float *a, const float *b, const float *residual, float *c, int m, int n, int k)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0.0f;
    for (int first = 0; first < k; first += 16) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y][x] = col < n && first + y < k ? b[(first + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++) //@ begin
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum + /*?add*/; //@ end
}
