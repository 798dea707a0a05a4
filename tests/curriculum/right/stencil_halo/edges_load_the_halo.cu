// Each thread loads its element; those at an edge of the block load the halo. No corners.
//
//! launch stencil_halo(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,32 shared=40*41*4

template <int R>
static __device__ void star(const float *in, float *out, int h, int w, float *tile)
{
    const int pitch = 32 + 2 * R + 1;
    int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 32 + x, r = blockIdx.y * 32 + y;
    bool row = r < h, col = c < w;
    float *own = tile + (y + R) * pitch + x + R;
    *own = row && col ? in[r * w + c] : 0.0f;
    if (y < R)
        own[-R * pitch] = r >= R && r - R < h && col ? in[(r - R) * w + c] : 0.0f;
    if (y >= 32 - R)
        own[R * pitch] = r + R < h && col ? in[(r + R) * w + c] : 0.0f;
    if (x < R)
        own[-R] = c >= R && c - R < w && row ? in[r * w + c - R] : 0.0f;
    if (x >= 32 - R)
        own[R] = c + R < w && row ? in[r * w + c + R] : 0.0f;
    __syncthreads();
    float sum = *own;
    for (int d = 1; d <= R; d++)
        sum += 0.125f / d * (own[-d * pitch] + own[d * pitch] + own[-d] + own[d]);
    if (row && col)
        out[r * w + c] = sum;
}

extern "C" __global__ void stencil_halo(const float *in, float *out, int h, int w)
{
    extern __shared__ float tile[];
    star<4>(in, out, h, w, tile);
}
