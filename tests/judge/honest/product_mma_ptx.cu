//? exercise: tensor_product
//? virtual: pass
//? cuda: pass
//? why: mma.sync by inline PTX, with ldmatrix
//! launch product(a, b, c, m, n, k) grid=n/8,m/16 block=32
#include <cuda_fp16.h>
extern "C" __global__ void product(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    __shared__ alignas(16) __half left[16][16], right[16][8];
    int lane = threadIdx.x, row = blockIdx.y * 16, column = blockIdx.x * 8;
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    for (int s = 0; s < k; s += 16) {
        for (int i = lane; i < 256; i += 32)
            left[i / 16][i % 16] = a[(row + i / 16) * k + s + i % 16];
        for (int i = lane; i < 128; i += 32)
            right[i / 8][i % 8] = b[(s + i / 8) * n + column + i % 8];
        __syncwarp();
        unsigned a0, a1, a2, a3, b0, b1;
        unsigned at = (unsigned)__cvta_generic_to_shared(&left[lane % 16][lane / 16 * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3) : "r"(at));
        at = (unsigned)__cvta_generic_to_shared(&right[lane % 16][0]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(b0), "=r"(b1) : "r"(at));
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        __syncwarp();
    }
    int r = row + lane / 4, s = column + lane % 4 * 2;
    *(float2 *)&c[r * n + s] = make_float2(d0, d1);
    *(float2 *)&c[(r + 8) * n + s] = make_float2(d2, d3);
}
