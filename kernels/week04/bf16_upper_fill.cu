//? params:
//?   - {name: x, type: bf16, shape: [2*n], role: in, init: "uniform(-1, 1)"}
//?   - {name: sums, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch add(x, sums, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const unsigned *x, float *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    unsigned pair = x[i];                      // two elements
    float first = __uint_as_float(pair << 16); // the lower 16 bits
    float second = __uint_as_float(/*?upper*/);
    sums[i] = first + second; //@ end
}
