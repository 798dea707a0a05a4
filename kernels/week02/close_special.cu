//? params:
//?   - {name: got, type: f32, shape: [n], role: in, init: {kernel: week02/close_got_special.cu}}
//?   - {name: expected, type: f32, shape: [n], role: in,
//?      init: {kernel: week02/close_expected_special.cu}}
//?   - {name: close, type: i32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch closeness(got, expected, close, n) grid=(n+127)/128 block=128
extern "C" __global__ void closeness(const float *got, const float *expected, int *close, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = got[i], e = expected[i]; //@ begin
    bool within = fabsf(g - e) <= 1e-8f + 1e-5f * fabsf(e);
    close[i] = /*?close*/; //@ end
}
