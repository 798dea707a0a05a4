//? params:
//?   - {name: in, type: f32, shape: [h, 8], role: in, init: iota}
//?   - {name: weights, type: f32, shape: [9], role: in, init: iota}
//?   - {name: out, type: f32, shape: [h, 8], role: out}
//?   - {name: h, type: i32}
//? reduction_length: 9
//! copy symbol(filter) weights
//! launch conv(in, out, h) grid=1,(h+7)/8 block=8,8
__constant__ float filter[9];
extern "C" __global__ void conv(const float *in, float *out, int h)
{
    __shared__ float tile[10 * 10]; //@ begin
    int x = threadIdx.x, y = threadIdx.y, first = blockIdx.y * 8;
    for (int j = 8 * y + x; j < 100; j += 64) {
        int r = first - 1 + j / 10, c = j % 10 - 1;
        tile[j] = r >= 0 && r < h && c >= 0 && c < 8 ? in[r * 8 + c] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            sum += filter[3 * a + b] * tile[/*?place*/]; //@ end
    if (first + y < h)
        out[(first + y) * 8 + x] = sum;
}
