//? params:
//?   - {name: hop, type: i32, shape: [elements], role: in, init: zeros}
//?   - {name: end, type: i32, shape: [1], role: out}
//?   - {name: elements, type: i32}
//! launch chase(hop, end, elements) grid=1 block=1
#define STEPS 131072

extern "C" __global__ void chase(const int *hop, int *end, int elements)
{
    int i = 0;
    for (int step = 0; step < STEPS; step++) {
        i += 32 + hop[i]; //@ load
        if (i >= elements)
            i -= elements;
    }
    end[0] = i;
}
