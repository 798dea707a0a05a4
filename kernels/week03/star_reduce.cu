//? params:
//?   - {name: x, type: f32, shape: [ranks, chunk], role: in, init: "uniform(-1, 1)"}
//?   - {name: total, type: f32, shape: [chunk], role: out}
//?   - {name: chunk, type: i32}
//! scratch all f32[ranks, chunk]
//! launch sum_of_all(peers(x), all, ranks, ranks*chunk)
//!     grid=(ranks*chunk+255)/256 block=256 device=0
//! copy total peer(all, 0) + ((rank + 1) % ranks)*chunk count=chunk

extern "C" __global__ void sum_of_all(const float *const *x, float *all, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f; //@ begin
    for (int r = 0; r < ranks; r++)
        sum += x[r][i];
    all[i] = sum; //@ end
}
