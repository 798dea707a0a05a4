// Global memory beyond its buffers: by one, before the start, far away, in structures, rows and halves of vectors.

// run writes_one_past: block=64 | a=f32[33]:iota c=f32[33] n=33
extern "C" __global__ void writes_one_past(const float *a, float *c, int n)
{
    int i = threadIdx.x;
    if (i < n)
        c[i + 1] = a[i]; // find out_of_bounds thread=32,0,0 buffer=c distance=0 says=past_the_end
}

// run writes_inside: block=64 | a=f32[33]:iota c=f32[34] n=33
extern "C" __global__ void writes_inside(const float *a, float *c, int n)
{
    int i = threadIdx.x;
    if (i < n)
        c[i + 1] = a[i];
}

// run forgets_guard: grid=2 block=64 | a=f32[100]:iota c=f32[100]
extern "C" __global__ void forgets_guard(const float *a, float *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i]; // find out_of_bounds thread=36,0,0 block=1,0,0 buffer=a distance=0
    c[i] = x;       // find out_of_bounds thread=36,0,0 block=1,0,0 buffer=c distance=0
}

// run guards: grid=2 block=64 | a=f32[100]:iota c=f32[100] n=100
extern "C" __global__ void guards(const float *a, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i];
}

// run reads_before_start: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void reads_before_start(const float *a, float *c)
{
    int i = threadIdx.x;
    c[i] = a[i - 1]; // find out_of_bounds thread=0,0,0 buffer=a distance=-4 says=before
}

// run clamps_at_start: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void clamps_at_start(const float *a, float *c)
{
    int i = threadIdx.x;
    c[i] = a[i > 0 ? i - 1 : 0];
}

// run writes_far_away: block=32 | c=f32[32] far=1000000
extern "C" __global__ void writes_far_away(float *c, int far)
{
    if (threadIdx.x == 5)
        c[far] = 1.0f; // find out_of_bounds thread=5,0,0
}

// run overflows_index: block=32 | c=f32[32]:0 n=65536
extern "C" __global__ void overflows_index(float *c, int n)
{
    unsigned row = threadIdx.x, wide = (unsigned)n;
    c[(row * wide * wide + row) * 1u] += 1.0f; // the product wraps to 0, what is left lies inside
}

struct particle {
    float x, y, z;
    int id;
};

// run writes_struct_past: block=32 | p=i32[124]:0
extern "C" __global__ void writes_struct_past(particle *p)
{
    p[threadIdx.x].id = threadIdx.x; // find out_of_bounds thread=31,0,0 buffer=p distance=12
}

// run writes_struct: block=32 | p=i32[128]:0
extern "C" __global__ void writes_struct(particle *p)
{
    p[threadIdx.x].id = threadIdx.x;
}

// run mixes_up_row_length: grid=2,2 block=8,8 | m=f32[120] rows=10 columns=12
extern "C" __global__ void mixes_up_row_length(float *m, int rows, int columns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows)
        m[y * 13 + x] = 1.0f; // find out_of_bounds thread=3,1,0 block=0,1,0 buffer=m distance=0
}

// run takes_row_length: grid=2,2 block=8,8 | m=f32[120] rows=10 columns=12
extern "C" __global__ void takes_row_length(float *m, int rows, int columns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows)
        m[y * columns + x] = 1.0f;
}

// run guards_one_axis_only: grid=2,2 block=8,8 | m=f32[120] rows=10 columns=12
extern "C" __global__ void guards_one_axis_only(float *m, int rows, int columns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns)
        m[y * columns + x] = 1.0f; // find out_of_bounds thread=0,2,0 block=0,1,0 buffer=m distance=0
}

// run vector_tail: block=32 | a=f32[126]:iota c=f32[128]
extern "C" __global__ void vector_tail(const float4 *a, float4 *c)
{
    c[threadIdx.x] = a[threadIdx.x]; // find out_of_bounds thread=31,0,0 buffer=a distance=-8
}

// run vector_whole: block=32 | a=f32[128]:iota c=f32[128]
extern "C" __global__ void vector_whole(const float4 *a, float4 *c)
{
    c[threadIdx.x] = a[threadIdx.x];
}

// run atomic_past: block=32 | bins=i32[16]:0
extern "C" __global__ void atomic_past(int *bins)
{
    atomicAdd(&bins[threadIdx.x % 17], 1); // find out_of_bounds thread=16,0,0 buffer=bins distance=0
}

// run atomic_inside: block=32 | bins=i32[17]:0
extern "C" __global__ void atomic_inside(int *bins)
{
    atomicAdd(&bins[threadIdx.x % 17], 1);
}

// run stencil_reads_halo: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void stencil_reads_halo(const float *a, float *c)
{
    int i = threadIdx.x;
    float left = a[i - 1];  // find out_of_bounds thread=0,0,0 buffer=a distance=-4
    float right = a[i + 1]; // find out_of_bounds thread=31,0,0 buffer=a distance=0
    c[i] = left + a[i] + right;
}

// run stencil_guards_halo: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void stencil_guards_halo(const float *a, float *c)
{
    int i = threadIdx.x;
    float left = i > 0 ? a[i - 1] : 0.0f;
    float right = i < 31 ? a[i + 1] : 0.0f;
    c[i] = left + a[i] + right;
}

__device__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

// run reads_past_module_table: block=16 | c=i32[16]
extern "C" __global__ void reads_past_module_table(int *c)
{
    c[threadIdx.x] = table[threadIdx.x]; // find out_of_bounds thread=8,0,0 buffer=table distance=0
}

// run reads_module_table: block=8 | c=i32[8]
extern "C" __global__ void reads_module_table(int *c)
{
    c[threadIdx.x] = table[threadIdx.x];
}

__constant__ float weights[4] = {1, 2, 3, 4};

// run reads_past_constant: block=8 | c=f32[8]
extern "C" __global__ void reads_past_constant(float *c)
{
    c[threadIdx.x] = weights[threadIdx.x]; // find out_of_bounds thread=4,0,0 buffer=weights distance=0
}

// run reads_constant: block=4 | c=f32[4]
extern "C" __global__ void reads_constant(float *c)
{
    c[threadIdx.x] = weights[threadIdx.x];
}
