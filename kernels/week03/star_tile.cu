//? params:
//?   - {name: in, type: f32, shape: [h, w], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//? bytes: 8*h*w
//? reduction_length: 33
//! launch star(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8
#define R 1
static __device__ float at(const float *in, int r, int c, int h, int w)
{
    return r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
}

extern "C" __global__ void star(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32 + 2 * R][32 + 2 * R]; //@ begin
    int x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 32 + 2 * R; i += 8)
        for (int j = threadIdx.x; j < 32 + 2 * R; j += 32)
            tile[i][j] = at(in, y + i - R, x + j - R, h, w); //@ load
    __syncthreads(); //@ end
    int j = threadIdx.x + R;
    for (int i = threadIdx.y + R; i < 32 + R; i += 8) {
        float sum = tile[i][j];
        for (int d = 1; d <= R; d++)
            sum += 0.125f / d * (tile[i - d][j] + tile[i + d][j] + tile[i][j - d] + tile[i][j + d]);
        if (y + i - R < h && x + j - R < w)
            out[(y + i - R) * w + x + j - R] = sum;
    }
}
