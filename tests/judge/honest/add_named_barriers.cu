//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: warps that load and warps that add meet at named barriers
//! launch add(a, b, c, n) grid=(n+63)/64 block=128
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile[2][64];
    int t = threadIdx.x % 64, i = blockIdx.x * 64 + t;
    if (threadIdx.x < 64) {
        if (i < n) {
            tile[0][t] = a[i];
            tile[1][t] = b[i];
        }
        asm volatile("bar.arrive 1, 128;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        if (i < n)
            c[i] = tile[0][t] + tile[1][t];
    }
}
