//? params:
//?   - {name: part, type: f32, shape: [count], role: in, init: "uniform(1, 9)"}
//?   - {name: y, type: f32, shape: [count], role: out}
//?   - {name: count, type: i32}
//? reduction_length: ranks
//! let share = ceil_div(count, ranks)
//! launch add_share(peers(part), peers(y), count, share, rank, ranks)
//!     grid=ceil_div(share, 64) block=64
extern "C" __global__
void add_share(const float *const *parts, float *const *y, int count, int share, int rank, int ranks)
{
    int t = blockIdx.x * 64 + threadIdx.x; //@ begin
    int i = /*?element*/;
    if (t >= share || i >= count)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += /*?addend*/;
    for (int r = 0; r < ranks; r++)
        y[r][i] = sum; //@ end
}
