//? param x f32[batch, d] in
//? param target f32[batch, d] in
//? param w f32[layers, d, d] inout
//? param loss f32[1] out
//? param batch i32
//? param d i32
//? param layers i32
//? param rate f32
//? case batch=32 d=64 layers=3 rate=0.1
//? devices 4
//! let size = d * d
//! let tiles = ceil_div(d, 16)
//! scratch acts f32[layers + 1, batch, d] poison
//! scratch grads f32[layers, d, d] zero
//! scratch delta f32[batch, d] poison
//! scratch delta_in f32[batch, d] poison
//! zero loss
//! copy acts x count=batch*d
//! for l in 0..layers {
//!     launch forward(acts + l*batch*d, w + l*size, acts + (l+1)*batch*d, batch, d) grid=tiles, ceil_div(batch, 16) block=16, 16
//! }
//! launch loss_gradient(acts + layers*batch*d, target, loss, delta, batch*d) grid=ceil_div(batch*d, 256) block=256
//! for back in 0..layers {
//!     let l = layers - 1 - back
//!     launch weight_gradient(acts + l*batch*d, delta, grads + l*size, batch, d) grid=tiles, tiles block=16, 16
//!         stream=1 after=input[back - 1] as=weight[back]
//!     launch input_gradient(delta, w + l*size, delta_in, batch, d) grid=tiles, ceil_div(batch, 16) block=16, 16
//!         stream=1 after=weight[back] as=input[back]
//!     copy delta delta_in stream=1 after=input[back]
//!     launch all_reduce(peers(grads), l*size, size, rank, ranks) grid=ceil_div(size, 256) block=256
//!         stream=2 after=weight[back] as=reduced[back]
//! }
//! launch update(w, grads, layers*size, 1.0*rate/ranks) grid=ceil_div(layers*size, 256) block=256
extern "C" __global__ void forward(const float *x, const float *w, float *y, int batch, int d) {}
extern "C" __global__ void loss_gradient(const float *y, const float *target, float *loss, float *delta, int n) {}
extern "C" __global__ void weight_gradient(const float *x, const float *delta, float *g, int batch, int d) {}
extern "C" __global__ void input_gradient(const float *delta, const float *w, float *dx, int batch, int d) {}
extern "C" __global__ void all_reduce(float *const *peers, int first, int size, int rank, int ranks) {}
extern "C" __global__ void update(float *w, const float *g, int n, float rate) {}
