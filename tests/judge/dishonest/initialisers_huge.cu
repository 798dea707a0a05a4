//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: an array of a gigabyte with an initialiser that is computed
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
template <int N> struct many { float f[N]; constexpr many() : f() { for (int i = 0; i < N; i++) f[i] = i; } };
__constant__ many<16000> t = many<16000>();
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t.f[i % 16000];
}
