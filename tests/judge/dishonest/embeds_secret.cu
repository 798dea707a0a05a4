//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: embeds a file as numbers
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__device__ const unsigned char secret[] = {
#embed "/etc/passwd"
};
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = secret[0];
}
