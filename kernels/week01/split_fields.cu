//? params:
//?   - {name: particles, type: f32, shape: [n, 4], role: in, init: "uniform(-1, 1)"}
//?   - {name: x, type: f32, shape: [n], role: out}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: z, type: f32, shape: [n], role: out}
//?   - {name: w, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 32*n
//! launch split(particles, x, y, z, w, n) grid=(n+255)/256 block=256
extern "C" __global__ void split(const float *particles, float *x, float *y, float *z, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = particles[4 * i]; //@ begin
    y[i] = particles[4 * i + 1];
    z[i] = particles[4 * i + 2];
    w[i] = particles[4 * i + 3]; //@ end
}
