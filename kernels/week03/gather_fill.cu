//? params:
//?   - {name: table, type: f32, shape: [vocab, dim], role: in, init: iota}
//?   - {name: ids, type: i32, shape: [n], role: in, init: "uniform(0, 3)"}
//?   - {name: out, type: f32, shape: [n, dim], role: out}
//?   - {name: n, type: i32}
//?   - {name: dim, type: i32}
//?   - {name: vocab, type: i32}
//! launch gather(table, ids, out, n, dim) grid=(n*dim+63)/64 block=64
extern "C" __global__ void gather(const float *table, const int *ids, float *out, int n, int dim)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n * dim)
        out[i] = table[/*?place*/]; //@ end
}
