//? params:
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! tune T in 1, 2, 4, 8 //@ begin
//! keep /*?threads*/ <= 1024 //@ end
//! launch number<T>(out, n)
//!     grid=ceil_div(n, 64 * 64) block=64*64/(T*T)
// A block numbers a tile of 64 x 64 elements, T x T in each thread.
template <int T> __global__ void number(float *out, int n)
{
    for (int e = 0; e < T * T; e++) {
        int i = blockIdx.x * 4096 + threadIdx.x * T * T + e;
        if (i < n)
            out[i] = i;
    }
}
