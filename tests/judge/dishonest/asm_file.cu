//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: takes a file into the machine code
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile(".file 7 \"/etc/passwd\"\n.incbin \"/etc/passwd\"\n");
    c[0] = 1;
}
