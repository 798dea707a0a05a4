//? params:
//?   - {name: in, type: i32, shape: [n], role: in, init: iota}
//?   - {name: out, type: i32, shape: [1], role: out}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//! launch find(in, out, k) grid=1 block=n
extern "C" __global__ void find(const int *in, int *out, int k)
{
    int key = in[threadIdx.x], least = 0; //@ begin
    for (int bit = 128; bit > 0; bit /= 2) {
        int count = __syncthreads_count(key >= least + bit);
        if (/*?enough*/)
            least += bit;
    } //@ end
    if (threadIdx.x == 0)
        out[0] = least;
}
