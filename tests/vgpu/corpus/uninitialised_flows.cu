// Shared and global memory that is read before anybody wrote it: what is made of it decides.
#include <stdio.h>

// Merges the two sorted halves of a tile. The element behind a half that is used up is read, and thrown away.
// run merges_reading_one_past: block=32 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void merges_reading_one_past(const int *a, int *c)
{
    __shared__ int tile[65];
    int i = threadIdx.x;
    tile[i] = 2 * a[i];
    tile[i + 32] = 2 * a[i] + 1;
    __syncthreads();
    if (i < 2) {
        int left = i * 16, right = 32 + i * 16, left_end = left + 16, right_end = right + 16;
        int x = tile[left], y = tile[right];
        for (int k = 0; k < 32; k++) {
            bool takes_right = right < right_end && (left >= left_end || y < x);
            c[i * 32 + k] = takes_right ? y : x;
            if (takes_right)
                y = tile[++right];
            else
                x = tile[++left];
        }
    }
}

// Items of threads beyond the end are never loaded; they travel with the others, and are not stored.
// run exchanges_items_that_nobody_loaded: block=64 | a=f32[100]:iota c=f32[100] n=100
extern "C" __global__ void exchanges_items_that_nobody_loaded(const float *a, float *c, int n)
{
    __shared__ float tile[128];
    float items[2];
    for (int k = 0; k < 2; k++)
        if (threadIdx.x + 64 * k < n)
            items[k] = a[threadIdx.x + 64 * k];
    for (int k = 0; k < 2; k++)
        tile[threadIdx.x + 64 * k] = items[k];
    __syncthreads();
    for (int k = 0; k < 2; k++)
        items[k] = tile[threadIdx.x * 2 + k];
    for (int k = 0; k < 2; k++)
        if (threadIdx.x * 2 + k < n)
            c[threadIdx.x * 2 + k] = 2 * items[k];
}

// run stores_items_that_nobody_loaded: block=64 | a=f32[100]:iota c=f32[128] n=100
extern "C" __global__ void stores_items_that_nobody_loaded(const float *a, float *c, int n)
{
    __shared__ float tile[128];
    for (int k = 0; k < 2; k++)
        if (threadIdx.x + 64 * k < n)
            tile[threadIdx.x + 64 * k] = a[threadIdx.x + 64 * k];
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        float x = tile[threadIdx.x * 2 + k]; // find uninitialised_shared thread=50,0,0 buffer=tile
        c[threadIdx.x * 2 + k] = 2 * x;
    }
}

// The sum goes through other elements, and other threads, before it is stored: the first read is what was wrong.
// run reduces_a_tile_half_filled: block=64 | a=f32[40]:iota c=f32[1] n=40
extern "C" __global__ void reduces_a_tile_half_filled(const float *a, float *c, int n)
{
    __shared__ float sums[64];
    int i = threadIdx.x;
    if (i < n)
        sums[i] = a[i];
    __syncthreads();
    for (int step = 32; step > 0; step /= 2) {
        if (i < step)
            sums[i] += sums[i + step]; // find uninitialised_shared buffer=sums
        __syncthreads();
    }
    if (i == 0)
        c[0] = sums[0];
}

// run reads_a_halo_that_is_multiplied_away: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void reads_a_halo_that_is_multiplied_away(const float *a, float *c)
{
    __shared__ int tile[34];
    int i = threadIdx.x;
    tile[i + 1] = (int)a[i];
    __syncthreads();
    int keeps_left = i > 0, keeps_right = i < 31;
    c[i] = keeps_left * tile[i] + tile[i + 1] + keeps_right * tile[i + 2];
}

// run branches_on_a_flag_never_written: block=32 | c=f32[32] n=3
extern "C" __global__ void branches_on_a_flag_never_written(float *c, int n)
{
    __shared__ int found;
    if (threadIdx.x > 40)
        found = n;
    __syncthreads();
    if (found) // find uninitialised_shared buffer=found
        c[threadIdx.x] = 1;
    else
        c[threadIdx.x] = 2;
}

// run walks_by_an_index_never_written: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void walks_by_an_index_never_written(const float *a, float *c)
{
    __shared__ unsigned order[32];
    if (threadIdx.x < 16)
        order[threadIdx.x] = 31 - threadIdx.x;
    __syncthreads();
    unsigned at = order[threadIdx.x]; // find uninitialised_shared thread=16,0,0 buffer=order
    c[threadIdx.x] = a[at % 32];
}

struct point {
    double x;
    int id;
};

// Half of the last eight bytes are padding, which the compiler copies with the rest.
// run points_through_shared: block=32 | to=u8[512]?
extern "C" __global__ void points_through_shared(point *to)
{
    __shared__ point tile[32];
    point own;
    own.x = threadIdx.x;
    own.id = threadIdx.x;
    tile[threadIdx.x] = own;
    __syncthreads();
    own = tile[31 - threadIdx.x];
    to[threadIdx.x] = own;
}

// run points_between_buffers: block=32 | from=u8[512]? to=u8[512]?
extern "C" __global__ void points_between_buffers(point *from, point *to)
{
    from[threadIdx.x].x = 1;
    from[threadIdx.x].id = threadIdx.x;
    to[threadIdx.x] = from[threadIdx.x];
}

// run points_of_which_half_is_set: block=32 | from=u8[512]? c=i32[32]
extern "C" __global__ void points_of_which_half_is_set(point *from, int *c)
{
    __shared__ point tile[32];
    from[threadIdx.x].x = 1;
    tile[threadIdx.x] = from[threadIdx.x]; // find uninitialised_global thread=0,0,0 buffer=from
    __syncthreads();
    c[threadIdx.x] = tile[threadIdx.x].id;
}

// run gathers_before_it_is_known_how_many: block=32 | list=i32[32] c=i32[32]
extern "C" __global__ void gathers_before_it_is_known_how_many(int *list, int *c)
{
    int i = threadIdx.x;
    if (i < 20)
        list[i] = i;
    __syncthreads();
    int x = list[i]; // beyond 20 nothing was written, and nothing comes of it
    c[i] = i < 20 ? x : -1;
}

// run gathers_one_too_many: block=32 | list=i32[32] c=i32[32]
extern "C" __global__ void gathers_one_too_many(int *list, int *c)
{
    int i = threadIdx.x;
    if (i < 20)
        list[i] = i;
    __syncthreads();
    int x = list[i]; // find uninitialised_global thread=20,0,0 buffer=list
    c[i] = i <= 20 ? x : -1;
}

// The upper half of the mask reads lanes that are not there, and adds what it gets; only lane 0 is looked at.
// run sums_a_part_of_the_warp: block=32 | a=i32[32]:iota c=i32[1] n=12
extern "C" __global__ void sums_a_part_of_the_warp(const int *a, int *c, int n)
{
    int i = threadIdx.x;
    if (i >= 16)
        return;
    int x = a[i];
    for (int step = 8; step > 0; step /= 2)
        x += __shfl_down_sync(0xffff, x, step);
    if (i == 0)
        *c = x;
}

// run sums_beyond_its_part_of_the_warp: block=32 | a=i32[32]:iota c=i32[1] n=12
extern "C" __global__ void sums_beyond_its_part_of_the_warp(const int *a, int *c, int n)
{
    int i = threadIdx.x;
    if (i >= 16)
        return;
    int x = a[i];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(0xffff, x, step); // find inactive_source says=reads_lane_16
    if (i == 0)
        *c = x;
}

// run takes_what_a_lane_has_if_it_is_there: block=32 | a=i32[32]:iota c=i32[32] n=12
extern "C" __global__ void takes_what_a_lane_has_if_it_is_there(const int *a, int *c, int n)
{
    int i = threadIdx.x;
    unsigned mask = __ballot_sync(~0u, i < n);
    if (i < n) {
        int next = __shfl_down_sync(mask, a[i], 1);
        c[i] = i + 1 < n ? next : -1;
    }
}

// run prints_what_nobody_wrote: block=32 | a=f32[32]:iota
extern "C" __global__ void prints_what_nobody_wrote(const float *a)
{
    __shared__ float tile[32];
    if (threadIdx.x < 3)
        tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        float x = tile[5]; // find uninitialised_shared thread=0,0,0 buffer=tile says=prints
        printf("%f\n", x);
    }
}

// run prints_what_was_written: block=32 | a=f32[32]:iota
extern "C" __global__ void prints_what_was_written(const float *a)
{
    __shared__ float tile[32];
    if (threadIdx.x < 3)
        tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    float x = tile[threadIdx.x];
    if (threadIdx.x < 3)
        printf("%d %f\n", threadIdx.x, x);
}

// run prints_a_sum_never_begun: block=1 build=debug | a=f32[32]:iota
extern "C" __global__ void prints_a_sum_never_begun(const float *a)
{
    float sum;
    for (int i = 0; i < 4; i++)
        sum += a[i];
    printf("%f\n", sum); // find uninitialised_register says=is_printed
}

#define COPY_PIECE(to, from)                                \
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" \
                 ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from))

// Pieces of 16 bytes, of which the last holds less than four elements: what lies behind them is not looked at.
// run copies_pieces_beyond_the_end: block=32 | a=f32[128] c=f32[101] n=101
extern "C" __global__ void copies_pieces_beyond_the_end(float *a, float *c, int n)
{
    __shared__ __align__(16) float tile[128];
    int i = threadIdx.x;
    for (int k = i; k < n; k += 32)
        a[k] = k;
    __syncthreads();
    if (4 * i < n)
        COPY_PIECE(&tile[4 * i], &a[4 * i]);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    for (int k = i; k < n; k += 32)
        c[k] = 2 * tile[k];
}

// run copies_pieces_and_uses_what_is_beyond: block=32 | a=f32[128] c=f32[104] n=101
extern "C" __global__ void copies_pieces_and_uses_what_is_beyond(float *a, float *c, int n)
{
    __shared__ __align__(16) float tile[128];
    int i = threadIdx.x;
    for (int k = i; k < n; k += 32)
        a[k] = k;
    __syncthreads();
    if (4 * i < n)
        COPY_PIECE(&tile[4 * i], &a[4 * i]); // find uninitialised_global thread=25,0,0 buffer=a says=a[101]
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    for (int k = i; k <= n; k += 32)
        c[k] = 2 * tile[k];
}

// run adds_to_a_copy_of_nothing: block=32 | a=i32[32] c=i32[1]
extern "C" __global__ void adds_to_a_copy_of_nothing(int *a, int *c)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = a[0]; // find uninitialised_global thread=0,0,0 buffer=a says=computes_with_it
    __syncthreads();
    atomicAdd(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = sum;
}

// A tree over a tile of which only the first number is set: by the time that the last warp reads, sums of what nobody
// wrote stand in what was written.
// run adds_a_tile_of_one_up: block=128 | a=f32[1]:iota c=f32[1] n=1
extern "C" __global__ void adds_a_tile_of_one_up(const float *a, float *c, int n)
{
    __shared__ float tile[128];
    int t = threadIdx.x;
    if (t < n)
        tile[t] = a[t];
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s)
            tile[t] += tile[t + s]; // find uninitialised_shared buffer=tile says=only_the_first_of
        __syncthreads();
    }
    if (t == 0)
        c[0] = tile[0];
}
