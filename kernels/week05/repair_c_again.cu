// Reference for repair_c_again: one block compares all numbers.
//
//! launch repair_c_again(x, range, n) grid=1 block=1024

extern "C" __global__ void repair_c_again(const int *x, int *range, int n)
{
    __shared__ int2 ranges[1024];
    int2 mine = make_int2(x[0], x[0]); // least, largest
    for (int i = threadIdx.x; i < n; i += 1024)
        mine = make_int2(min(mine.x, x[i]), max(mine.y, x[i]));
    ranges[threadIdx.x] = mine;
    for (int half = 512; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            ranges[threadIdx.x] = make_int2(min(ranges[threadIdx.x].x, ranges[threadIdx.x + half].x),
                                            max(ranges[threadIdx.x].y, ranges[threadIdx.x + half].y));
    }
    if (threadIdx.x == 0)
        *(int2 *)range = ranges[0];
}
