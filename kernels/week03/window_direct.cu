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
    int c = blockIdx.x * 32 + threadIdx.x - K / 2;
    for (int i = threadIdx.y; i < 32; i += 8) {
        int r = blockIdx.y * 32 + i - K / 2;
        float sum = 0.0f; //@ begin
        for (int a = 0; a < K; a++)
            for (int b = 0; b < K; b++)
                if (r + a >= 0 && r + a < h && c + b >= 0 && c + b < w)
                    sum += filter[a * K + b] * in[(r + a) * w + c + b]; //@ loads end
        if (r + K / 2 < h && c + K / 2 < w)
            out[(r + K / 2) * w + c + K / 2] = sum;
    }
}
