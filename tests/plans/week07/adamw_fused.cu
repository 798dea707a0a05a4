//? param w f32[n] inout
//? param g f32[n] in
//? param m f32[n] inout
//? param v f32[n] inout
//? param n i64
//? param step i32
//? param rate f32
//? param decay f32
//? case n=10000 step=7 rate=0.001 decay=0.01
//! launch adamw(w, g, m, v, n, step, rate, 0.9, 0.999, 1e-8, decay) grid=min(ceil_div(n, 256), 8*sm_count) block=256
extern "C" __global__ void adamw(float *w, const float *g, float *m, float *v, long long n, int step, float rate,
                                 float beta1, float beta2, float epsilon, float decay) {}
