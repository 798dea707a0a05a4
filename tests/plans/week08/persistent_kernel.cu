//? param x f32[tasks, size] inout
//? param tasks i32
//? param size i32
//? param steps i32
//? case tasks=50 size=256 steps=3
//! scratch next u32[steps] zero
//! launch persistent(x, next, tasks, size, steps) grid=max_blocks(persistent) block=256 shared=size*4 cooperative
extern "C" __global__ void persistent(float *x, unsigned *next, int tasks, int size, int steps) {}
