//? params:
//?   - {name: a, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=16,16
#define NEXT 8
#define COLUMN (NEXT * x + q % NEXT + q / NEXT * (16 * NEXT))
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[128][16];
    __shared__ float tile_b[16][128];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 128 + y;
    int col = blockIdx.x * 128;
    float sum[8][8] = {};

    for (int first = 0; first < k; first += 16) {
        for (int r = 0; r < 8; r++)
            tile_a[y + 16 * r][x] = row + 16 * r < m && first + x < k ? a[(row + 16 * r) * k + first + x] : 0.0f;
        for (int q = 0; q < 8; q++)
            tile_b[y][x + 16 * q] =
                first + y < k && col + x + 16 * q < n ? b[(first + y) * n + col + x + 16 * q] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float of_a[8], of_b[8];
            for (int r = 0; r < 8; r++)
                of_a[r] = tile_a[y + 16 * r][i];
            for (int q = 0; q < 8; q++)      //@ begin
                of_b[q] = tile_b[i][COLUMN]; //@ column
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += of_a[r] * of_b[q]; //@ end
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        for (int q = 0; q < 8; q++)
            if (row + 16 * r < m && col + COLUMN < n)
                c[(row + 16 * r) * n + col + COLUMN] = sum[r][q];
}
