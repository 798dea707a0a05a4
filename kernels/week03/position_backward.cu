// Reference for position_backward: one thread for each element, summed in f64 and rounded once.
//! launch position_reference(dout, dpositions, n, dim, seq) grid=(seq*dim+255)/256 block=256

extern "C" __global__ void position_reference(const float *dout, float *dpositions, int n, int dim, int seq)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= seq * dim)
        return;
    double sum = 0.0;
    for (int i = at / dim; i < n; i += seq)
        sum += (double)dout[i * dim + at % dim];
    dpositions[at] = (float)sum;
}
