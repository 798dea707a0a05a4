//? params:
//?   - {name: before, type: f32, shape: [n], role: in, init: "iota(100, 10)"}
//?   - {name: after, type: f32, shape: [n], role: in, init: "iota(105, 10.5)"}
//?   - {name: middle, type: f32, shape: [1], role: out}
//?   - {name: n, type: i32}
//! launch median_ratio(before, after, middle, n) grid=1 block=128

extern "C" __global__ void median_ratio(const float *before, const float *after, float *middle, int n)
{
    __shared__ float ratio[128];
    int i = threadIdx.x;
    if (i < n)                 //@ begin
        ratio[i] = /*?ratio*/; //@ end
    __syncthreads();
    int rank = 0;
    for (int j = 0; j < n && i < n; j++)
        rank += ratio[j] < ratio[i] || (ratio[j] == ratio[i] && j < i);
    if (i < n && rank == n / 2)
        middle[0] = ratio[i];
}
