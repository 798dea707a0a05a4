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
//! launch scatter(dout, ids, order, dtable, n, dim) grid=(dim+255)/256,(n+31)/32 block=256

extern "C" __global__ void scatter(const float *dout, const int *ids, const int *order, float *dtable, int n, int dim)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x; // this thread's column
    int first = blockIdx.y * 32, last = min(first + 32, n);
    float sum = 0.0f;

    if (j >= dim)
        return;
    for (int i = first; i < last; i++) {
        sum += dout[order[i] * dim + j];
        if (i + 1 == last || ids[i + 1] != ids[i]) { // the run ends here
            atomicAdd(&dtable[ids[i] * dim + j], sum);
            sum = 0.0f;
        }
    }
}
