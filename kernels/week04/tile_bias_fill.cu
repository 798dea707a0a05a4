//? params:
//?   - {name: bias, type: f32, shape: [16], role: in, init: iota}
//?   - {name: c, type: f32, shape: [tiles, 16, 16], role: out}
//?   - {name: tiles, type: i32}
//! launch spread(bias, c) grid=tiles block=32
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void spread(const float *bias, float *c)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    int lane = threadIdx.x;
    c += blockIdx.x * 256;
    for (int e = 0; e < 8; e++) //@ begin
        sum.x[e] = bias[/*?column*/];
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major); //@ end
}
