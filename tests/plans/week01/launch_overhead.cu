//? param x f32[n] inout
//? param n i32
//? param repeats i32
//? case n=1024 repeats=100
//! for i in 0..repeats { launch add_one(x, n) grid=(n+255)/256 block=256 }
extern "C" __global__ void add_one(float *x, int n) {}
