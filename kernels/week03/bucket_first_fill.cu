//? params:
//?   - {name: x, type: i32, shape: [layers, ranks], role: in, init: iota}
//?   - {name: gradient, type: i32, shape: [layers, ranks], role: out}
//?   - {name: layers, type: i32}
//?   - {name: per, type: i32}
//! for b in 0..layers/per { //@ begin
//!     let first = /*?first*/
//!     for l in 0..per {
//!         launch backward(x + (layers-1 - b*per - l)*ranks,
//!             gradient + (layers-1 - b*per - l)*ranks)
//!             grid=1 block=ranks stream=1 as=ready[b]
//!     }
//!     launch sum(peers(gradient), first*ranks, per*ranks, rank, ranks)
//!         grid=1 block=1 stream=2 after=ready[b]
//! } //@ end

extern "C" __global__ void backward(const int *x, int *gradient)
{
    gradient[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];
}

extern "C" __global__ void sum(int *const *gradient, int first, int count, int rank, int ranks)
{
    int part = count / ranks;
    for (int i = first + rank * part; i < first + (rank + 1) * part; i++) {
        int all = 0;
        for (int r = 0; r < ranks; r++)
            all += gradient[r][i];
        for (int r = 0; r < ranks; r++)
            gradient[r][i] = all;
    }
}
