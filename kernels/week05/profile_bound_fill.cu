//? params:
//?   - {name: p, type: f32, shape: [n], role: in, init: "uniform(0.1, 0.9)"}
//?   - {name: s, type: f32, shape: [n], role: in, init: "uniform(2, 10)"}
//?   - {name: gain, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch gains(p, s, gain, n) grid=(n+31)/32 block=32

extern "C" __global__ void gains(const float *share, const float *times, float *gain, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p = share[i]; //@ begin
    float s = times[i];
    gain[i] = 1.0f / (/*?rest*/);  //@ end
}
