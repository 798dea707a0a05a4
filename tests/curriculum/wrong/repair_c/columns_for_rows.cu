//? status: wrong
//? says: Row and column are exchanged
// Takes columns for rows, and rows for columns, in the box.
//
//! launch empty_box(box, h, w) grid=1 block=64
//! launch repair_c(mask, box, h, w) grid=min((h*w+255)/256,8*sm_count) block=256

extern "C" __global__ void empty_box(int *box, int h, int w)
{
    if (threadIdx.x < 4)
        box[threadIdx.x] = threadIdx.x == 0 ? w : threadIdx.x == 1 ? h : -1;
}

extern "C" __global__ void repair_c(const unsigned char *mask, int *box, int h, int w)
{
    int left = w, top = h, right = -1, bottom = -1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < h * w; i += gridDim.x * blockDim.x) {
        if (mask[i] == 0)
            continue;
        left = min(left, i / w);
        top = min(top, i % w);
        right = max(right, i / w);
        bottom = max(bottom, i % w);
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        left = min(left, __shfl_xor_sync(0xffffffff, left, offset));
        top = min(top, __shfl_xor_sync(0xffffffff, top, offset));
        right = max(right, __shfl_xor_sync(0xffffffff, right, offset));
        bottom = max(bottom, __shfl_xor_sync(0xffffffff, bottom, offset));
    }
    if (threadIdx.x % 32 == 0 && right >= 0) {
        atomicMin(&box[0], left);
        atomicMin(&box[1], top);
        atomicMax(&box[2], right);
        atomicMax(&box[3], bottom);
    }
}
