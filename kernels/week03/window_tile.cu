//? params:
//?   - {name: in, type: f32, shape: [h, w], role: in, init: "uniform(-1, 1)"}
//?   - {name: weights, type: f32, shape: [64], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//? bytes: 8*h*w
//? reduction_length: 49
//! copy symbol(filter) weights
//! launch conv(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8
#define K 7
__constant__ float filter[64];
extern "C" __global__ void conv(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32 + K - 1][32 + K - 1];
    int x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 32 + K - 1; i += 8)
        for (int j = threadIdx.x; j < 32 + K - 1; j += 32) {
            int r = y + i - K / 2, c = x + j - K / 2;
            tile[i][j] = r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
        }
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8) {
        float sum = 0.0f; //@ begin
        for (int a = 0; a < K; a++)
            for (int b = 0; b < K; b++)
                sum += filter[a * K + b] * tile[i + a][threadIdx.x + b]; //@ loads end
        if (y + i < h && x + threadIdx.x < w)
            out[(y + i) * w + x + threadIdx.x] = sum;
    }
}
