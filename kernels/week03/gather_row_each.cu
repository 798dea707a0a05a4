//? params:
//?   - {name: table, type: f32, shape: [vocab, dim], role: in, init: "uniform(-1, 1)"}
//?   - {name: ids, type: i32, shape: [n], role: in, init: "uniform(0, vocab - 1)"}
//?   - {name: out, type: f32, shape: [n, dim], role: out}
//?   - {name: n, type: i32}
//?   - {name: dim, type: i32}
//?   - {name: vocab, type: i32}
//! launch gather(table, ids, out, n, dim) grid=(n+127)/128 block=128
extern "C" __global__ void gather(const float *table, const int *ids, float *out, int n, int dim)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    for (int j = 0; j < dim; j++)
        out[i * dim + j] = table[ids[i] * dim + j]; //@ loads end
}
