//? params:
//?   - {name: a, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? bytes: 4*(m*k + k*n + m*n)
//? reduction_length: k
//! launch program(a, b, c, m, n, k) grid=(n+63)/64,(m+63)/64 block=128
extern "C" __global__ void program(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][68], tile_b[32][64]; // tile_a lies on its side
    int t = threadIdx.x, x = t % 16, y = t / 16;     // 8 rows and 4 columns of c
    int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float acc[8][4] = {};
    for (int first = 0; first < k; first += 32) {
        for (int j = t; j < 64 * 32; j += 128) {
            bool inside = row + j / 32 < m && first + j % 32 < k;
            tile_a[j % 32][j / 32] = inside ? a[(row + j / 32) * k + first + j % 32] : 0.0f;
        }
        for (int j = t; j < 32 * 64; j += 128) {
            bool inside = first + j / 64 < k && col + j % 64 < n;
            tile_b[j / 64][j % 64] = inside ? b[(first + j / 64) * n + col + j % 64] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 32; i++) { //@ begin
            float4 one = *(const float4 *)&tile_b[i][4 * x];
            float4 upper = *(const float4 *)&tile_a[i][8 * y], lower = *(const float4 *)&tile_a[i][8 * y + 4];
            float row_of[8] = {upper.x, upper.y, upper.z, upper.w, lower.x, lower.y, lower.z, lower.w};
            for (int r = 0; r < 8; r++) {
                acc[r][0] += row_of[r] * one.x; //@ products
                acc[r][1] += row_of[r] * one.y;
                acc[r][2] += row_of[r] * one.z;
                acc[r][3] += row_of[r] * one.w;
            }
        } //@ end
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        for (int q = 0; q < 4; q++)
            if (row + 8 * y + r < m && col + 4 * x + q < n)
                c[(row + 8 * y + r) * n + col + 4 * x + q] = acc[r][q];
}
