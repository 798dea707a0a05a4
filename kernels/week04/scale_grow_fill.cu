//? params:
//?   - {name: found, type: i32, shape: [steps], role: in, init: "bernoulli(0.2)"}
//?   - {name: scales, type: f32, shape: [steps], role: out}
//?   - {name: steps, type: i32}
//?   - {name: interval, type: i32}
//! launch scale_over_time(found, scales, steps, interval) grid=1 block=1
extern "C" __global__ void scale_over_time(const int *found, float *scales, int steps, int interval)
{
    float scale = 1024.0f;
    int good = 0;                     // good steps since the scale changed
    for (int s = 0; s < steps; s++) { //@ begin
        scales[s] = scale;
        good = /*?good*/;
        if (found[s])
            scale *= 0.5f;
        if (good == interval) {
            scale *= 2.0f;
            good = 0;
        }
    } //@ end
}
