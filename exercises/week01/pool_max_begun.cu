// pool_max: out[i] is the largest of in[2*i], in[2*i + 1] and in[2*i + 2]. in has 2*m + 1
// elements, out has m. Half of it is written.
//
//     in   0 1 2 3 4 5 6
//     out  [ 0 ]             reads 0, 1, 2
//              [ 1 ]         reads 2, 3, 4
//                  [ 2 ]     reads 4, 5, 6
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: the grid has more threads than out has elements. Which must return?

    float best = in[2 * i];
    // TODO: compare best with the two elements after this one. fmaxf(a, b) is the larger of two.

    out[i] = best;
}
