//? exercise: add
//? virtual: compile_error|timeout|crash
//? cuda: compile_error|timeout|crash
//? why: templates without end
//? tier: stress
template <int N, int M> struct bomb {
    static const int value = bomb<N - 1, 2 * M>::value + bomb<N - 1, 2 * M + 1>::value;
};
template <int M> struct bomb<0, M> {
    static const int value = 1;
};
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    c[0] = bomb<28, 0>::value;
}
