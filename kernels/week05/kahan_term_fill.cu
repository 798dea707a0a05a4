//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: ones}
//?   - {name: gained, type: f32, shape: [1], role: out}
//?   - {name: n, type: i32}
//! launch gain(x, gained, n) grid=1 block=1

extern "C" __global__ void gain(const float *x, float *gained, int n)
{
    const float start = 16777216.0f; // 2^24: the next float is 2 larger
    float sum = start, lost = 0.0f;
    for (int i = 0; i < n; i++) { //@ begin
        float y = /*?term*/;
        float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    } //@ end
    gained[0] = sum - start;
}
