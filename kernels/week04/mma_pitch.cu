//? params:
//?   - {name: a, type: f16, shape: [16, 64], role: in, init: iota}
//?   - {name: c, type: i32, shape: [128], role: out}
//! launch load(a, c) grid=1 block=32
#include <cuda_fp16.h>
#define PITCH 64
// Loads four 8 x 8 matrices. Lane l gives the address of row l % 8 of matrix l / 8.
static __device__ void load_four(unsigned (&out)[4], const __half *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"((unsigned)__cvta_generic_to_shared(row))
                 : "memory");
}

extern "C" __global__ void load(const __half *a, int *c)
{
    __shared__ __align__(128) __half tile[16][PITCH]; //@ begin
    int lane = threadIdx.x;
    unsigned out[4];
    for (int e = lane; e < 128; e += 32)
        *(uint4 *)&tile[e / 8][e % 8 * 8] = *(const uint4 *)&a[e * 8];
    __syncwarp();
    load_four(out, &tile[lane % 16][lane / 16 * 8]); //@ end
    for (int e = 0; e < 4; e++)
        c[e * 32 + lane] = (int)out[e];
}
