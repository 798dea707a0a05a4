//? params:
//?   - {name: in, type: f32, shape: [n*stride], role: in}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//?   - {name: stride, type: i32}
//! launch copy_stride(in, out, n, stride) grid=(n+255)/256 block=256
extern "C" __global__ void copy_stride(const float *in, float *out, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        out[i] = in[stride * i]; //@ load end
}
