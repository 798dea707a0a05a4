//? params:
//?   - {name: dout, type: f32, shape: [n, 8], role: in, init: iota}
//?   - {name: ids, type: i32, shape: [n], role: in, init: "sorted(0, 4)"}
//?   - {name: dtable, type: f32, shape: [4, 8], role: out}
//?   - {name: n, type: i32}
//? reduction_length: n
//! zero dtable
//! launch scatter(dout, ids, dtable, n) grid=1,(n+5)/6 block=8
extern "C" __global__ void scatter(const float *dout, const int *ids, float *dtable, int n)
{
    int j = threadIdx.x; //@ begin
    int first = blockIdx.y * 6, last = min(first + 6, n);
    float sum = 0.0f;
    for (int i = first; i < last; i++) {
        sum += dout[i * 8 + j];
        if (/*?ends*/) {
            atomicAdd(&dtable[ids[i] * 8 + j], sum);
            sum = 0.0f;
        }
    } //@ end
}
