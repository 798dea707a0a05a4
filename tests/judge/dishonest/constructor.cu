//? exercise: add
//? virtual: compile_error|wrong|crash
//? cuda: compile_error|wrong|crash
//? why: a global object whose constructor does the work
struct early {
    __device__ early()
    {
    }
    float x;
};
__device__ early it;
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = it.x;
}
