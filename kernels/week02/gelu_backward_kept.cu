//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "normal(0, 2)"}
//?   - {name: kept, type: f32, shape: [n], role: in, init: "uniform(0, 1)"}
//?   - {name: dy, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: dx, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 16*n
//! launch gelu_backward_kept(x, kept, dy, dx, n) grid=min((n+1023)/1024,16*sm_count) block=256
__device__ float density(float x)
{
    return 0.39894228f * expf(-0.5f * x * x);
}

extern "C" __global__ void gelu_backward_kept(const float *x, const float *kept, const float *dy, float *dx, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    for (int i = first; i < n / 4; i += step) {
        float4 a = ((const float4 *)x)[i], k = ((const float4 *)kept)[i], d = ((const float4 *)dy)[i];
        ((float4 *)dx)[i] = make_float4(d.x * (k.x + a.x * density(a.x)), d.y * (k.y + a.y * density(a.y)),
                                        d.z * (k.z + a.z * density(a.z)), d.w * (k.w + a.w * density(a.w)));
    }
}
