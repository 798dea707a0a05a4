//? params:
//?   - {name: out, type: i32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch index_fill(out, n) grid=(n+7)/8 block=8
extern "C" __global__ void index_fill(int *out, int n)
{
    int i = /*?index*/; //@ begin
    if (i < n)
        out[i] = i; //@ end
}
