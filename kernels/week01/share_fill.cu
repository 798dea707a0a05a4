//? params:
//?   - {name: megabytes, type: f32, shape: [n], role: in, init: "uniform(100, 1000)"}
//?   - {name: microseconds, type: f32, shape: [n], role: in, init: "uniform(200, 800)"}
//?   - {name: share, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch share_fill(megabytes, microseconds, share, n) grid=(n+255)/256 block=256
#define COPY 3.01f // TB/s

extern "C" __global__ void share_fill(const float *megabytes, const float *microseconds, float *share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        share[i] = /*?share*/; //@ begin end
}
