//? status: gate
//? says: loads with a stride
// A thread has a whole row, so neighbouring lanes are in different rows.
//
//! zero dtable
//! launch scatter(dout, ids, order, dtable, n, dim) grid=((n+7)/8+31)/32 block=32

extern "C" __global__ void scatter(const float *dout, const int *ids, const int *order, float *dtable, int n, int dim)
{
    int first = (blockIdx.x * 32 + threadIdx.x) * 8, last = min(first + 8, n);
    for (int j = 0; j < dim; j++) {
        float sum = 0.0f;
        for (int i = first; i < last; i++) {
            sum += dout[order[i] * dim + j];
            if (i + 1 == last || ids[i + 1] != ids[i]) {
                atomicAdd(&dtable[ids[i] * dim + j], sum);
                sum = 0.0f;
            }
        }
    }
}
