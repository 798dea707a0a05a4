//? params:
//?   - {name: got, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: expected, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: close, type: i32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 12*n
//! launch close_in_double(got, expected, close, n) grid=(n+255)/256 block=256
extern "C" __global__ void close_in_double(const float *got, const float *expected, int *close, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double g = got[i], e = expected[i]; //@ begin
    close[i] = fabs(g - e) <= 1e-8 + 1e-5 * fabs(e); //@ end
}
