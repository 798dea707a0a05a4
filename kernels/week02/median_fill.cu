//? params:
//?   - {name: median, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch median_fill(median, n) grid=(n+255)/256 block=256
extern "C" __global__ void median_fill(float *median, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t[10];
    for (int k = 0; k < 10; k++)
        t[k] = 100.0f + i + k * k * k;
    if (i < n)
        median[i] = /*?median*/; //@ begin end
}
