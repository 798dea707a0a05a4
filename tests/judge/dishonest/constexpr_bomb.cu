//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: a constant that takes years
constexpr unsigned long long spin(unsigned long long n)
{
    unsigned long long x = 1;
    for (unsigned long long i = 0; i < n; i++)
        x = x * 3 + i;
    return x;
}
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    constexpr auto slow = spin(1ull << 40);
    c[0] = slow;
}
