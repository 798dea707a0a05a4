//? params:
//?   - {name: rows, type: i32, shape: [n], role: in, init: "integers(30000, 90000)"}
//?   - {name: cols, type: i32, shape: [n], role: in, init: "integers(80000, 90000)"}
//?   - {name: elements, type: i64, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch wide_product(rows, cols, elements, n) grid=(n+255)/256 block=256
extern "C" __global__ void wide_product(const int *rows, const int *cols, long long *elements, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        elements[i] = /*?product*/; //@ end
}
