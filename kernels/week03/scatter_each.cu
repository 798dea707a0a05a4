//? params:
//?   - {name: dout, type: f32, shape: [n, dim], role: in, init: "uniform(-1, 1)"}
//?   - {name: ids, type: i32, shape: [n], role: in, init: "sorted(0, vocab)"}
//?   - {name: order, type: i32, shape: [n], role: in, init: permutation}
//?   - {name: dtable, type: f32, shape: [vocab, dim], role: out}
//?   - {name: n, type: i32}
//?   - {name: dim, type: i32}
//?   - {name: vocab, type: i32}
//? reduction_length: n
//! zero dtable
//! launch scatter(dout, ids, order, dtable, n, dim) grid=(dim+255)/256,n block=256

extern "C" __global__ void scatter(const float *dout, const int *ids, const int *order, float *dtable, int n, int dim)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    int i = blockIdx.y;

    if (j >= dim)
        return;
    atomicAdd(&dtable[ids[i] * dim + j], dout[order[i] * dim + j]); //@ end
}
