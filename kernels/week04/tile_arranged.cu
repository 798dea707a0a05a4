//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch scale(x, y, n) grid=(n+1023)/1024 block=128
#define PLACE t * 8 + e
extern "C" __global__ void scale(const float *x, float *y, int n)
{
    float tile[8]; // a part of the tile of 1024 elements //@ begin
    int t = threadIdx.x, first = blockIdx.x * 1024;
    for (int e = 0; e < 8; e++) {
        int i = first + PLACE;
        tile[e] = i < n ? x[i] : 0.0f; //@ load
    }
    for (int e = 0; e < 8; e++) {
        int i = first + PLACE;
        if (i < n)
            y[i] = 2.0f * tile[e];
    } //@ end
}
