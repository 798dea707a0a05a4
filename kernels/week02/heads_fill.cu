//? params:
//?   - {name: q, type: f32, shape: [seq, "heads*dim"], role: in, init: iota}
//?   - {name: out, type: f32, shape: [heads, seq, dim], role: out}
//?   - {name: seq, type: i32}
//?   - {name: heads, type: i32}
//?   - {name: dim, type: i32}
//! launch heads_fill(q, out, seq, heads, dim) grid=(heads*seq*dim+127)/128 block=128
extern "C" __global__ void heads_fill(const float *q, float *out, int seq, int heads, int dim)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= heads * seq * dim)
        return;
    int h = index / (seq * dim), i = index / dim % seq, d = index % dim, width = heads * dim;
    out[index] = q[/*?place*/]; //@ begin end
}
