// Reference for repair_c: one block looks at all pixels. Its threads join their boxes.
//
//! launch repair_c(mask, box, h, w) grid=1 block=1024

extern "C" __global__ void repair_c(const unsigned char *mask, int *box, int h, int w)
{
    __shared__ int4 boxes[1024];
    int4 mine = make_int4(w, h, -1, -1); // left, top, right, bottom
    for (int y = threadIdx.x / 32; y < h; y += 32)
        for (int x = threadIdx.x % 32; x < w; x += 32)
            if (mask[y * w + x])
                mine = make_int4(min(mine.x, x), min(mine.y, y), max(mine.z, x), max(mine.w, y));
    boxes[threadIdx.x] = mine;
    for (int half = 512; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x >= half)
            continue;
        int4 a = boxes[threadIdx.x], b = boxes[threadIdx.x + half];
        boxes[threadIdx.x] = make_int4(min(a.x, b.x), min(a.y, b.y), max(a.z, b.z), max(a.w, b.w));
    }
    if (threadIdx.x == 0)
        *(int4 *)box = boxes[0];
}
