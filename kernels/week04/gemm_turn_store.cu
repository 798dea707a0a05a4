//? params:
//?   - {name: a, type: f32, shape: [128, 16], role: in, init: iota}
//?   - {name: turned, type: f32, shape: [16, 128], role: out}
//! launch turn(a, turned) grid=1 block=256
#define PITCH 128
extern "C" __global__ void turn(const float *a, float *turned)
{
    __shared__ float tile_a[16 * PITCH];
    int t = threadIdx.x; //@ begin
    for (int r = t / 4; r < 128; r += 64) {
        float4 next = *(const float4 *)&a[r * 16 + t % 4 * 4];
        float *to = &tile_a[t % 4 * 4 * PITCH + r];
        to[0] = next.x; //@ store
        to[PITCH] = next.y;
        to[2 * PITCH] = next.z;
        to[3 * PITCH] = next.w;
    } //@ end
    __syncthreads();
    for (int e = t; e < 2048; e += 256)
        turned[e] = tile_a[e / 128 * PITCH + e % 128];
}
