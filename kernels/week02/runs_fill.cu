//? params:
//?   - {name: error, type: f32, shape: [n], role: in, init: "uniform(0.3, 0.9)"}
//?   - {name: wanted, type: f32, shape: [n], role: in, init: "uniform(0.1, 0.2)"}
//?   - {name: runs, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch runs_fill(error, wanted, runs, n) grid=(n+255)/256 block=256
extern "C" __global__ void runs_fill(const float *error, const float *wanted, float *runs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ratio = error[i] / wanted[i]; //@ begin
    runs[i] = /*?runs*/;                //@ end
}
