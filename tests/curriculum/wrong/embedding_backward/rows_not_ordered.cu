//? status: wrong
//? says: matches this slip: The rows of dout are taken in sorted order.
// Takes row i of dout instead of row order[i].
//
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
        sum += dout[i * dim + j];
        if (i + 1 == last || ids[i + 1] != ids[i]) { // the run ends here
            atomicAdd(&dtable[ids[i] * dim + j], sum);
            sum = 0.0f;
        }
    }
}
