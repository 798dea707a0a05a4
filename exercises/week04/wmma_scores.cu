// wmma_scores: c = a * b^T / sqrt(k) for many small matrices of halves. a and b are 16 x k each.
// TODO: one warp computes the 16 x 16 results of one pair on a tensor core. k can be any number
// from 1 on.
//
//! launch wmma_scores(a, b, c, k) grid=tiles block=32

#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_scores(const __half *a, const __half *b, float *c, int k)
{
}
