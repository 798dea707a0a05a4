//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: work that is left running behind the launch
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__global__ void child(float *c)
{
    c[threadIdx.x] = 1;
}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    child<<<1, 32>>>(c);
}
