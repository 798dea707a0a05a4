//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: forges the file name of a message
#line 1 "/etc/passwd\033[2J"
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    nonsense;
}
