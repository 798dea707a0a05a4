/*
 * Times every kernel of variants.def on the GPU at hand.
 *
 *     nvcc -O3 -arch=sm_90 -o measure measure.cu -ldl
 *
 *     measure               tab-separated: set, ladder, name, median, least and most microseconds
 *     measure set SET       this table for one set
 *     measure once NAME...  runs these kernels once, for a profiler
 *     measure energy        joules of a launch, by the driver's counter, over half a second
 *     measure queues        what successive launches cost: in a stream, a graph, two streams
 *     measure beside        what two kernels take side by side, and in turns on two streams
 *     measure copies        copies within the GPU, from and to the host, to the next GPU
 *
 * Before each timed run the L2 is filled with clean lines of another buffer. Dirty lines would be
 * written back during the kernel and count as its time.
 */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <dlfcn.h>

#include "../../../kernels/calibration/arithmetic.cu"
#include "../../../kernels/calibration/cooperation.cu"
#include "../../../kernels/calibration/memory.cu"
#include "../../../kernels/calibration/tensor.cu"
#include "kernels/course.cu"
#include "kernels/elementwise.cu"
#include "kernels/exam_compute.cu"
#include "kernels/exam_few.cu"
#include "kernels/exam_memory.cu"
#include "kernels/fresh.cu"
#include "kernels/held_out.cu"
#include "kernels/later.cu"
#include "kernels/matmul.cu"
#include "kernels/outside_compute.cu"
#include "kernels/outside_memory.cu"
#include "kernels/outside_rows.cu"
#include "kernels/proof_compute.cu"
#include "kernels/proof_memory.cu"
#include "kernels/proof_rows.cu"
#include "kernels/public.cu"
#include "kernels/reduction.cu"
#include "kernels/resit_compute.cu"
#include "kernels/resit_few.cu"
#include "kernels/resit_memory.cu"
#include "kernels/transpose.cu"
#include "kernels/unseen.cu"
#include "kernels/weeks_arithmetic.cu"
#include "kernels/weeks_compute.cu"
#include "kernels/weeks_memory.cu"

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t status = (call);                                                               \
        if (status != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

typedef void (*kernel_function)(const float *, const float *, float *, int, int);
struct variant {
    int set;
    const char *ladder, *name;
    kernel_function kernel;
    dim3 grid, block;
    int shared_bytes, n, m;
};
static const variant variants[] = {
#define VARIANT(set, ladder, name, kernel, gx, gy, bx, by, shared, n, m) \
    {set, ladder, name, kernel, dim3(gx, gy), dim3(bx, by), shared, n, m},
#include "variants.def"
};

static const size_t ELEMENTS = (size_t)64 << 20;

__global__ void fill_uniform(float *out, size_t count, unsigned key)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long x = i * 0x9e3779b97f4a7c15ull + key;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ x >> 27) * 0x94d049bb133111ebull;
        out[i] = (float)((x ^ x >> 31) >> 40) * 0x1p-23f - 1.0f;
    }
}
__global__ void read_all(const float4 *in, size_t count, float *out)
{
    float sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        sum += in[i].x + in[i].y + in[i].z + in[i].w;
    if (sum == 1.2345e30f)
        *out = sum;
}

struct bench {
    float *a, *b, *c, *other;
    cudaEvent_t begin, end;
};

static void prepare(bench &bench)
{
    CHECK(cudaMalloc(&bench.a, ELEMENTS * 4));
    CHECK(cudaMalloc(&bench.b, ELEMENTS * 4));
    CHECK(cudaMalloc(&bench.c, ELEMENTS * 4));
    CHECK(cudaMalloc(&bench.other, ELEMENTS * 4));
    fill_uniform<<<4096, 256>>>(bench.a, ELEMENTS, 1);
    fill_uniform<<<4096, 256>>>(bench.b, ELEMENTS, 2);
    CHECK(cudaMemset(bench.c, 0, ELEMENTS * 4));
    CHECK(cudaMemset(bench.other, 0, ELEMENTS * 4));
    CHECK(cudaEventCreate(&bench.begin));
    CHECK(cudaEventCreate(&bench.end));
    for (const variant &v : variants)
        if (v.shared_bytes)
            CHECK(cudaFuncSetAttribute(v.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
}

static void flush(const bench &bench)
{
    read_all<<<132 * 8, 256>>>((const float4 *)bench.other, ELEMENTS / 4, bench.c);
}

static void launch(const bench &bench, const variant &v)
{
    v.kernel<<<v.grid, v.block, v.shared_bytes>>>(bench.a, bench.b, bench.c, v.n, v.m);
    CHECK(cudaGetLastError());
}

static double median(std::vector<float> &times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/* Microseconds between two events around `work`, after a flush. */
template <typename work_type> static std::vector<float> time_runs(const bench &bench, int rounds, work_type work)
{
    std::vector<float> times;
    for (int round = 0; round < rounds; round++) {
        float ms;
        flush(bench);
        CHECK(cudaEventRecord(bench.begin));
        work();
        CHECK(cudaEventRecord(bench.end));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventElapsedTime(&ms, bench.begin, bench.end));
        times.push_back(ms * 1000);
        if (ms > 100 && round >= 4)
            break;
    }
    return times;
}

static void measure_times(const bench &bench, const char *set)
{
    cudaDeviceProp properties;
    int driver = 0;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaDriverGetVersion(&driver));
    printf("# %s, %d SMs, driver API %d\n", properties.name, properties.multiProcessorCount, driver);
    for (int i = 0; i < 3000; i++)
        flush(bench);
    for (const variant &v : variants) {
        if (set && v.set != atoi(set))
            continue;
        std::vector<float> times = time_runs(bench, 21, [&] { launch(bench, v); });
        double middle = median(times);
        printf("%d\t%s\t%s\t%.2f\t%.2f\t%.2f\n", v.set, v.ladder, v.name, middle, times.front(), times.back());
        fflush(stdout);
    }
}

static void run_once(const bench &bench, int count, char **names)
{
    for (const variant &v : variants)
        for (int i = 0; i < count; i++)
            if (!strcmp(v.name, names[i]))
                launch(bench, v);
    CHECK(cudaDeviceSynchronize());
}

/* --- energy ----------------------------------------------------------------------------------- */

struct meter {
    int (*energy)(void *device, unsigned long long *millijoules);
    void *device;
};

static bool open_meter(meter &meter)
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library)
        return false;
    auto init = (int (*)())dlsym(library, "nvmlInit_v2");
    auto find = (int (*)(unsigned, void **))dlsym(library, "nvmlDeviceGetHandleByIndex_v2");
    meter.energy = (int (*)(void *, unsigned long long *))dlsym(library, "nvmlDeviceGetTotalEnergyConsumption");
    return init && find && meter.energy && init() == 0 && find(0, &meter.device) == 0;
}

static double now_s()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/* Runs `work` for `seconds` and prints joules and microseconds each. */
template <typename work_type>
static void meter_runs(const meter &meter, const char *name, double seconds, int batch, work_type work)
{
    unsigned long long before, after;
    for (int i = 0; i < batch; i++)
        work();
    CHECK(cudaDeviceSynchronize());
    long runs = 0;
    meter.energy(meter.device, &before);
    double began = now_s(), passed = 0;
    for (; passed < seconds; passed = now_s() - began) {
        for (int i = 0; i < batch; i++)
            work();
        CHECK(cudaDeviceSynchronize());
        runs += batch;
    }
    meter.energy(meter.device, &after);
    printf("energy\t%s\t%.6g\t%.2f\t%.1f\n", name, (after - before) * 1e-3 / runs, passed * 1e6 / runs,
           (after - before) * 1e-3 / passed);
    fflush(stdout);
}

static void measure_energy(const bench &bench)
{
    static const char *const names[] = {
        "copy f32x4", "read", "write", "L2 resident 16 MiB", "L1 resident 64 KiB", "fma ilp 4", "integer", "exp",
        "double", "shared 1-way", "shared 8-way", "barriers 64 warps", "shuffles", "atomic 32 addresses",
        "transpose padded", "chase DRAM", "mma f16", "mma tf32", "mma s8", "random read 256 MiB", "add naive",
        "gelu naive", "matmul tile 32", "matmul registers", "softmax online", "sum grid-stride float4", "scan Hillis",
        "bodies shared", "product wmma shared", "black scholes", "jacobi", "convolution global"};
    meter meter;
    if (!open_meter(meter)) {
        printf("energy\tno meter\n");
        return;
    }
    unsigned long long before, after;
    double began = now_s();
    meter.energy(meter.device, &before);
    while (now_s() - began < 0.5)
        ;
    meter.energy(meter.device, &after);
    printf("energy\tidle\t0\t0\t%.1f\n", (after - before) * 1e-3 / (now_s() - began));
    for (const char *name : names)
        for (const variant &v : variants)
            if (!strcmp(v.name, name))
                meter_runs(meter, name, 0.5, 50, [&] { launch(bench, v); });
}

/* --- launches behind and beside each other ---------------------------------------------------- */

enum { LAUNCHES = 20 };

static void measure_queue(const bench &bench, const char *name, const variant &v)
{
    cudaStream_t stream, beside;
    cudaGraph_t graph;
    cudaGraphExec_t program;
    cudaEvent_t fork, join;
    CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreate(&beside));
    auto on = [&](cudaStream_t s) { v.kernel<<<v.grid, v.block, v.shared_bytes, s>>>(bench.a, bench.b, bench.c, v.n, v.m); };
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < LAUNCHES; i++)
        on(stream);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&program, graph, 0));
    auto one = time_runs(bench, 21, [&] { on(0); });
    auto many = time_runs(bench, 21, [&] {
        for (int i = 0; i < LAUNCHES; i++)
            on(0);
    });
    auto replay = time_runs(bench, 21, [&] { CHECK(cudaGraphLaunch(program, 0)); });
    auto two = time_runs(bench, 21, [&] {
        CHECK(cudaEventRecord(fork, 0));
        CHECK(cudaStreamWaitEvent(stream, fork));
        CHECK(cudaStreamWaitEvent(beside, fork));
        on(stream);
        on(beside);
        CHECK(cudaEventRecord(join, beside));
        CHECK(cudaStreamWaitEvent(stream, join));
        CHECK(cudaEventRecord(join, stream));
        CHECK(cudaStreamWaitEvent((cudaStream_t)0, join));
    });
    printf("queue\t%s\tone %.2f\t%d in a stream %.2f\tgraph %.2f\ttwo streams %.2f\n", name, median(one), LAUNCHES,
           median(many), median(replay), median(two));
}

static void measure_queues(const bench &bench)
{
    static const variant extra[] = {{0, "", "small", copy_f32, dim3(64), dim3(256), 0, 64 * 256, 0},
                                    {0, "", "half the SMs, compute", fma_ilp4, dim3(66), dim3(256), 0, 1 << 20, 4096},
                                    {0, "", "all SMs, compute", fma_ilp4, dim3(132 * 8), dim3(256), 0, 1 << 20, 512},
                                    {0, "", "copy 16 Mi", copy_f32, dim3(65536), dim3(256), 0, 1 << 24, 0},
                                    {0, "", "copy 1 Mi", copy_f32, dim3(4096), dim3(256), 0, 1 << 20, 0},
                                    {0, "", "empty", empty_kernel, dim3(1), dim3(32), 0, 0, 0}};
    for (const variant &v : extra)
        measure_queue(bench, v.name, v);
}

/* Two kernels that wait for each other's stream, and two that differ side by side. */
static void measure_beside(const bench &bench, const char *name, const variant &first, const variant &second)
{
    cudaStream_t streams[2];
    cudaEvent_t fork, join, pass;
    for (cudaStream_t &stream : streams)
        CHECK(cudaStreamCreate(&stream));
    for (cudaEvent_t *event : {&fork, &join, &pass})
        CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
    auto on = [&](const variant &v, cudaStream_t s) { v.kernel<<<v.grid, v.block, v.shared_bytes, s>>>(bench.a, bench.b, bench.c, v.n, v.m); };
    auto one = time_runs(bench, 21, [&] { on(first, 0); });
    auto other = time_runs(bench, 21, [&] { on(second, 0); });
    auto two = time_runs(bench, 21, [&] {
        CHECK(cudaEventRecord(fork, 0));
        for (cudaStream_t stream : streams)
            CHECK(cudaStreamWaitEvent(stream, fork));
        on(first, streams[0]);
        on(second, streams[1]);
        CHECK(cudaEventRecord(join, streams[1]));
        CHECK(cudaStreamWaitEvent(streams[0], join));
        CHECK(cudaEventRecord(join, streams[0]));
        CHECK(cudaStreamWaitEvent((cudaStream_t)0, join));
    });
    auto turns = time_runs(bench, 21, [&] {
        CHECK(cudaEventRecord(fork, 0));
        CHECK(cudaStreamWaitEvent(streams[0], fork));
        for (int i = 0; i < LAUNCHES; i++) {
            on(i % 2 ? second : first, streams[i % 2]);
            CHECK(cudaEventRecord(pass, streams[i % 2]));
            CHECK(cudaStreamWaitEvent(streams[(i + 1) % 2], pass));
        }
        CHECK(cudaEventRecord(join, streams[0]));
        CHECK(cudaStreamWaitEvent((cudaStream_t)0, join));
    });
    printf("beside\t%s\tfirst %.2f\tsecond %.2f\tside by side %.2f\t%d in turns, each waiting for the other's stream %.2f\n", name,
           median(one), median(other), median(two), LAUNCHES, median(turns));
}

/* A copy within the GPU, from and to the host, and to the next GPU if there is one. */
static void measure_copies(const bench &bench)
{
    int devices = 0, can = 0;
    float *host, *peer = nullptr;
    CHECK(cudaMallocHost(&host, (size_t)64 << 20));
    CHECK(cudaGetDeviceCount(&devices));
    if (devices > 1) {
        CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
        CHECK(cudaSetDevice(1));
        CHECK(cudaMalloc(&peer, ELEMENTS * 4));
        CHECK(cudaSetDevice(0));
        if (can)
            CHECK(cudaDeviceEnablePeerAccess(1, 0));
    }
    for (size_t size_bytes : {(size_t)4, (size_t)64 << 10, (size_t)1 << 20, (size_t)64 << 20}) {
        auto within = time_runs(bench, 21, [&] { CHECK(cudaMemcpyAsync(bench.c, bench.a, size_bytes, cudaMemcpyDeviceToDevice)); });
        auto in = time_runs(bench, 21, [&] { CHECK(cudaMemcpyAsync(bench.c, host, size_bytes, cudaMemcpyHostToDevice)); });
        auto out = time_runs(bench, 21, [&] { CHECK(cudaMemcpyAsync(host, bench.c, size_bytes, cudaMemcpyDeviceToHost)); });
        printf("copy\t%zu\twithin %.2f\tin %.2f\tout %.2f", size_bytes, median(within), median(in), median(out));
        if (peer) {
            auto across = time_runs(bench, 21, [&] { CHECK(cudaMemcpyPeerAsync(peer, 1, bench.a, 0, size_bytes)); });
            printf("\tto the next GPU%s %.2f", can ? "" : " (no peer access)", median(across));
        }
        printf("\n");
    }
}

static void measure_pairs(const bench &bench)
{
    static const variant empty = {0, "", "", empty_kernel, dim3(1), dim3(32), 0, 0, 0},
                         compute = {0, "", "", fma_ilp4, dim3(132 * 2), dim3(256), 0, 1 << 20, 1024},
                         half = {0, "", "", fma_ilp4, dim3(66), dim3(256), 0, 1 << 20, 4096},
                         copy = {0, "", "", copy_f32, dim3(65536), dim3(256), 0, 1 << 24, 0},
                         few = {0, "", "", copy_f32, dim3(264), dim3(256), 0, 264 * 256, 0};
    measure_beside(bench, "empty, empty", empty, empty);
    measure_beside(bench, "compute of 2 blocks a SM, copy", compute, copy);
    measure_beside(bench, "compute of 2 blocks a SM, the same", compute, compute);
    measure_beside(bench, "half the SMs, copy", half, copy);
    measure_beside(bench, "copy, copy", copy, copy);
    measure_beside(bench, "few blocks, few blocks", few, few);
}

int main(int argc, char **argv)
{
    bench bench;
    const char *what = argc > 1 ? argv[1] : "";
    prepare(bench);
    if (!strcmp(what, "once"))
        run_once(bench, argc - 2, argv + 2);
    else if (!strcmp(what, "energy"))
        measure_energy(bench);
    else if (!strcmp(what, "queues"))
        measure_queues(bench);
    else if (!strcmp(what, "beside"))
        measure_pairs(bench);
    else if (!strcmp(what, "copies"))
        measure_copies(bench);
    else
        measure_times(bench, !strcmp(what, "set") && argc > 2 ? argv[2] : nullptr);
    return 0;
}
