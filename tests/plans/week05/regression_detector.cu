//? param before f32[runs] in
//? param after f32[runs] in
//? param worse u32[1] out
//? param runs i32
//? param threshold f64
//? case runs=30 threshold=0.05
//! launch regression(before, after, worse, runs, threshold) grid=1 block=32
extern "C" __global__ void regression(const float *before, const float *after, unsigned *worse, int runs,
                                      double threshold) {}
