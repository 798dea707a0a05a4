//? params:
//?   - {name: in, type: f32, shape: [n], role: in}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! tune SPLIT in 1, 2, 4, 8 //@ begin
//! keep /*?blocks*/ >= sm_count
//! launch twice(in, out, n, 1024 / SPLIT)
//!     grid=ceil_div(n, 1024), SPLIT block=128 //@ end
// A tile has 1024 elements. SPLIT blocks share it, `share` elements in each.
extern "C" __global__ void twice(const float *in, float *out, int n, int share)
{
    int first = blockIdx.x * 1024 + blockIdx.y * share;
    for (int i = first + threadIdx.x; i < min(first + share, n); i += blockDim.x)
        out[i] = 2 * in[i];
}
