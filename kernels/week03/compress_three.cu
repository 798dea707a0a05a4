//? params:
//?   - {name: grad, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: error, type: f32, shape: [n], role: in, init: "uniform(-0.005, 0.005)"}
//?   - {name: q, type: i8, shape: [n], role: out}
//?   - {name: scales, type: f32, shape: [(n+255)/256], role: out}
//?   - {name: kept, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 13*n
//! scratch v f32[n]
//! launch add_error(grad, error, v, n) grid=(n+255)/256 block=256
//! launch find_scales(v, scales, n) grid=(n+255)/256 block=256
//! launch quantise(v, scales, q, kept, n) grid=(n+255)/256 block=256
// The power of two that brings `most` to at least 64 and below 128. For 0 it is 1.
static __device__ float scale_for(float most)
{
    return most > 0.0f ? ldexpf(1.0f, ilogbf(most) - 6) : 1.0f;
}

extern "C" __global__ void add_error(const float *grad, const float *error, float *v, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x; //@ begin
    if (i < n)
        v[i] = grad[i] + error[i]; //@ add
} //@ end

extern "C" __global__ void find_scales(const float *v, float *scales, int n)
{
    __shared__ float parts[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float most = i < n ? fabsf(v[i]) : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    if (t % 32 == 0)
        parts[t / 32] = most;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        most = fmaxf(most, parts[w]);
    if (t == 0)
        scales[blockIdx.x] = scale_for(most);
}

extern "C" __global__ void quantise(const float *v, const float *scales, signed char *q, float *kept, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    float scale = scales[blockIdx.x];
    float x = v[i];
    float level = fminf(fmaxf(rintf(x / scale), -127.0f), 127.0f);
    q[i] = (signed char)level;
    kept[i] = x - level * scale;
}
