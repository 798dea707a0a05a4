//? param samples f32[runs] in
//? param mean f32[1] out
//? param median f32[1] out
//? param spread f32[1] out
//? param runs i32
//? case runs=100
//! launch statistics(samples, mean, median, spread, runs) grid=1 block=128
extern "C" __global__ void statistics(const float *samples, float *mean, float *median, float *spread, int runs) {}
