//? param out i32[n] out
//? param n i32
//? case n=256
//! launch hello_grid(out, n) grid=(n+63)/64 block=64
extern "C" __global__ void hello_grid(int *out, int n) {}
