//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: ones}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? reduction_length: n
//! let blocks = ceil_div(n, 4)
//! scratch sums f32[blocks]
//! launch scan_blocks(in, out, sums, n) grid=blocks block=4
//! launch scan_sums(sums, blocks) grid=1 block=1
//! launch add_starts(out, sums, n) grid=blocks block=4
extern "C" __global__ void scan_blocks(const float *in, float *out, float *sums, int n)
{
    int first = blockIdx.x * 4;
    float sum = 0.0f;
    if (threadIdx.x == 0) {
        for (int i = first; i < min(first + 4, n); i++)
            out[i] = sum += in[i];
        sums[blockIdx.x] = sum;
    }
}

extern "C" __global__ void scan_sums(float *sums, int blocks)
{
    for (int b = 1; b < blocks; b++)
        sums[b] += sums[b - 1];
}

extern "C" __global__ void add_starts(float *out, const float *sums, int n)
{
    int i = blockIdx.x * 4 + threadIdx.x; //@ begin
    if (blockIdx.x > 0 && i < n)
        out[i] += sums[/*?before*/]; //@ end
}
