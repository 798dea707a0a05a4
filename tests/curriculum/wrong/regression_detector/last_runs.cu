//? status: wrong
//? says: reports version 2 (more disturbances), which is not slower
// Compares the last runs.
//
//@ case runs=101
//@ case runs=200
//@ case runs=333
//! launch check(before, after, failures, runs) grid=1 block=1

extern "C" __global__ void check(const float *before, const float *after, unsigned *failures, int runs)
{
    float old_time = 0.0f, new_time = 0.0f;
    for (int i = 0; i < runs; i++) {
        old_time = before[i];
        new_time = after[i];
    }
    if (new_time > 1.03f * old_time) {
        failures[0] = 1;
        failures[1] = 0;
    }
}
