//? param got f32[n] in
//? param expected f32[n] in
//? param wrong u32[1] out
//? param n i32
//? param absolute f32
//? param relative f32
//? case n=1000 absolute=0.00001 relative=0.001
//! zero wrong
//! launch allclose(got, expected, wrong, n, absolute, relative) grid=(n+255)/256 block=256
extern "C" __global__ void allclose(const float *got, const float *expected, unsigned *wrong, int n, float absolute,
                                    float relative) {}
