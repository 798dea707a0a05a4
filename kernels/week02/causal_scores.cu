//? params:
//?   - {name: scores, type: i32, shape: [seq], role: out}
//?   - {name: seq, type: i32}
//! launch causal_scores(scores, seq) grid=(seq+255)/256 block=256
#define NEEDED (i + 1) * (i + 2) / 2

extern "C" __global__ void causal_scores(int *scores, int seq)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // a query //@ begin
    if (i < seq)
        scores[i] = /*?needed*/NEEDED; // scores of queries 0 to i //@ end
}
