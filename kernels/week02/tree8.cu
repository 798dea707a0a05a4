//? params:
//?   - {name: in, type: f32, shape: [n], role: in}
//?   - {name: sum, type: f32, shape: [1], role: out}
//?   - {name: n, type: i32}
//? reduction_length: n
//! launch tree(in, sum, n) grid=1 block=n
extern "C" __global__ void tree(const float *in, float *sum, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    for (int half = n / 2; half > 0; half /= 2) { //@ begin
        if (t < half)
            tile[t] += tile[/*?partner*/];
        __syncthreads();
    } //@ end
    if (t == 0)
        sum[0] = tile[0];
}
