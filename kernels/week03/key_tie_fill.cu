//? params:
//?   - {name: in, type: i32, shape: [n], role: in, init: ones}
//?   - {name: sent, type: i32, shape: [n], role: out}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//! launch choose(in, sent, n, k) grid=1 block=n
extern "C" __global__ void choose(const int *in, int *sent, int n, int k)
{
    __shared__ int keys[256];
    int t = threadIdx.x, rank = 0; //@ begin
    int key = in[t] * 256 + (/*?tie*/);
    keys[t] = key;
    __syncthreads();
    for (int j = 0; j < n; j++)
        rank += keys[j] > key;
    sent[t] = rank < k; //@ end
}
