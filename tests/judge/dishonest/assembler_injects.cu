//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: an assembler text that ends the kernel and begins another
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    asm volatile("ret;\n}\n.visible .entry second()\n{\n");
}
