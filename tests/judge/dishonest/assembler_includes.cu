//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: assembler directives that read files
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    asm volatile(".include \"/etc/passwd\"");
    asm volatile(".incbin \"/etc/passwd\"");
}
