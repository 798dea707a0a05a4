//? params:
//?   - {name: a, type: f32, shape: [8, k], role: in, init: iota}
//?   - {name: b, type: f32, shape: [k, 8], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [8, 8], role: out}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, k) grid=1 block=16
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int k)
{
    __shared__ float tile_a[8][8], tile_b[8][8];
    int t = threadIdx.x, x = t % 4, y = t / 4;
    float sum[2][2] = {};
    for (int first = 0; first < k; first += 8) {
        int r = t / 2, i = t % 2 * 4; //@ begin
        float4 next = *(const float4 *)&a[r * k + first + i];
        (&tile_a[0][0])[/*?where*/] = next.x;
        tile_a[i + 1][r] = next.y;
        tile_a[i + 2][r] = next.z;
        tile_a[i + 3][r] = next.w; //@ end
        *(float4 *)&tile_b[t / 2][t % 2 * 4] = *(const float4 *)&b[(first + t / 2) * 8 + t % 2 * 4];
        __syncthreads();
        for (int j = 0; j < 8; j++)
            for (int p = 0; p < 2; p++)
                for (int q = 0; q < 2; q++)
                    sum[p][q] += tile_a[j][2 * y + p] * tile_b[j][2 * x + q];
        __syncthreads();
    }
    for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++)
            c[(2 * y + p) * 8 + 2 * x + q] = sum[p][q];
}
