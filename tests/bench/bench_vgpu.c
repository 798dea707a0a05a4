/*
 * Measures the virtual GPU: million warp instructions per second of tests/bench/kernels.
 *
 *     bench_vgpu [KERNEL [REPEATS [THREADS [MODE]]]]
 *
 * MODE, 0 to 3, runs one mode alone, for profilers. 0: no checks. 1: bounds, initialisation and
 * sectors. 2: races too. 3: the cache model too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "vgpu/vgpu.h"

enum { BUFFERS_MAX = 4, MODE_COUNT = 4 };

/* The elements of a case's buffers have 4 or 2 bytes. */
struct buffer_shape {
    uint64_t elements;
    uint32_t element_bytes;
    bool is_output;
};

struct bench_case {
    const char *name, *kernel;
    uint32_t grid[3], block[3];
    struct buffer_shape buffers[BUFFERS_MAX];
    int n; /* the last argument */
};

static const struct bench_case cases[] = {
    {"matmul 256^3, 16x16",
     "matmul_naive",
     {16, 16, 1},
     {16, 16, 1},
     {{65536, 4, false}, {65536, 4, false}, {65536, 4, true}},
     256},
    {"matmul 256^3, 32x8",
     "matmul_naive",
     {8, 32, 1},
     {32, 8, 1},
     {{65536, 4, false}, {65536, 4, false}, {65536, 4, true}},
     256},
    {"tiled matmul 256^3",
     "matmul_tiled",
     {16, 16, 1},
     {16, 16, 1},
     {{65536, 4, false}, {65536, 4, false}, {65536, 4, true}},
     256},
    {"vector add 16 Mi",
     "vector_add",
     {65536, 1, 1},
     {256, 1, 1},
     {{1 << 24, 4, false}, {1 << 24, 4, false}, {1 << 24, 4, true}},
     1 << 24},
    {"block reduction 16 Mi",
     "block_reduce",
     {65536, 1, 1},
     {256, 1, 1},
     {{1 << 24, 4, false}, {65536, 4, true}},
     1 << 24},
    {"softmax 4096 x 1024", "softmax", {4096, 1, 1}, {256, 1, 1}, {{1 << 22, 4, false}, {1 << 22, 4, true}}, 1024},
    {"histogram 4 Mi", "histogram", {128, 1, 1}, {256, 1, 1}, {{1 << 22, 4, false}, {256, 4, false}}, 1 << 22},
    {"wmma GEMM 512^3",
     "gemm_wmma",
     {8, 32, 1},
     {128, 1, 1},
     {{1 << 18, 2, false}, {1 << 18, 2, false}, {1 << 18, 4, true}},
     512},
    {"attention 512 x 64",
     "attention",
     {16, 1, 1},
     {32, 1, 1},
     {{32768, 4, false}, {32768, 4, false}, {32768, 4, false}, {32768, 4, true}},
     512},
};

static const struct {
    const char *name;
    unsigned checks;
} modes[MODE_COUNT] = {
    {"bare", 0},
    {"+mem+init+sectors", VGPU_CHECK_MEMORY | VGPU_CHECK_INITIALISED | VGPU_COUNT},
    {"+races", VGPU_CHECK_ALL | VGPU_COUNT},
    {"+caches", VGPU_CHECK_ALL | VGPU_COUNT | VGPU_COUNT_CACHE},
};

static void die(const char *what)
{
    fprintf(stderr, "bench_vgpu: %s\n", what);
    exit(1);
}

/* One thread is measured in processor time, which a busy machine hardly changes. */
static double now_s(int threads)
{
    struct timespec now;
    clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die(path);
    struct buffer text = BUFFER_INIT;
    char part[4096];
    for (size_t got; (got = fread(part, 1, sizeof(part), file)) > 0;)
        buffer_append(&text, part, got);
    fclose(file);
    return buffer_take(&text);
}

/* Small values that are numbers as f32, f16 and integers. */
static void fill(struct vgpu *device, uint64_t address, const struct buffer_shape *shape)
{
    struct error error;
    uint64_t size_bytes = shape->elements * shape->element_bytes;
    uint8_t *content = malloc(size_bytes);
    if (!content)
        die("out of memory");
    for (uint64_t i = 0; i < shape->elements; i++) {
        float value = (float)(i * 2654435761U % 1000) * 0.001F;
        uint16_t half = (uint16_t)(0x3000 + i * 2654435761U % 1024);
        memcpy(content + i * shape->element_bytes, shape->element_bytes == 4 ? (void *)&value : (void *)&half,
               shape->element_bytes);
    }
    if (!vgpu_write(device, address, content, size_bytes, &error))
        die(error.message);
    free(content);
}

struct measured {
    double seconds;
    uint64_t instructions;
    size_t findings;
    bool in_order;
};

static struct measured measure(const struct bench_case *bench, const struct ptx_program *program, int threads,
                               unsigned checks, int repeats)
{
    struct error error;
    struct vgpu *device;
    struct vgpu_options options = {.threads = threads, .seed = 1};
    if (!vgpu_open(&options, 1, &device, &error))
        die(error.message);
    struct vgpu_module *module = vgpu_load(device, program, false, &error);
    if (!module)
        die(error.message);
    uint64_t arguments[BUFFERS_MAX + 1] = {0};
    int count = 0;
    for (; count < BUFFERS_MAX && bench->buffers[count].elements; count++) {
        const struct buffer_shape *shape = &bench->buffers[count];
        if (!vgpu_allocate(device, shape->elements * shape->element_bytes, "buffer", &arguments[count], &error))
            die(error.message);
        if (!shape->is_output)
            fill(device, arguments[count], shape);
    }
    arguments[count] = (uint64_t)bench->n;
    struct vgpu_launch launch = {
        .kernel = bench->kernel, .arguments = arguments, .argument_bytes = sizeof(arguments), .checks = checks};
    memcpy(launch.grid, bench->grid, sizeof(launch.grid));
    memcpy(launch.block, bench->block, sizeof(launch.block));
    struct measured best = {.seconds = 1e9};
    for (int i = 0; i < repeats; i++) {
        double start = now_s(threads);
        struct vgpu_report *report = vgpu_launch(module, &launch, &error);
        double seconds = now_s(threads) - start;
        if (!report)
            die(error.message);
        best.seconds = seconds < best.seconds ? seconds : best.seconds;
        best.instructions = report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
        best.findings = report->finding_count;
        best.in_order = report->ran_in_order;
        if (report->fault[0])
            fprintf(stderr, "%s: %s\n", bench->name, report->fault);
        for (size_t j = 0; j < report->finding_count && j < 3; j++)
            fprintf(stderr, "%s: %s\n", bench->name, report->findings[j].message);
        vgpu_report_free(report);
    }
    vgpu_unload(module);
    vgpu_close(device);
    return best;
}

static void print_case(const struct bench_case *bench, const struct ptx_program *program, int threads, int repeats,
                       int only_mode)
{
    printf("%-22s %2d", bench->name, threads);
    struct measured last = {0};
    for (int mode = 0; mode < MODE_COUNT; mode++) {
        if (only_mode >= 0 && mode != only_mode)
            continue;
        last = measure(bench, program, threads, modes[mode].checks, repeats);
        printf(" %18.1f", (double)last.instructions / last.seconds * 1e-6);
        fflush(stdout);
    }
    printf(" %9.2f M %8.1f ms%s\n", (double)last.instructions * 1e-6, last.seconds * 1e3,
           threads > 1 && last.in_order ? " in order" : "");
}

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : "";
    int repeats = argc > 2 ? atoi(argv[2]) : 3;
    struct arena *arena = arena_new();
    char *text = read_file(WARPSCHOOL_SOURCE_DIR "/tests/bench/kernels/kernels.ptx");
    struct source source = {.name = "kernels.ptx", .text = text, .size_bytes = strlen(text)};
    struct ptx_program *program = ptx_parse(arena, &source, diagnostics_new(arena));
    if (!program)
        die("kernels.ptx does not parse");
    int processors = argc > 3 ? atoi(argv[3]) : (int)sysconf(_SC_NPROCESSORS_ONLN);
    int mode = argc > 4 ? atoi(argv[4]) : -1;
    printf("%-22s %2s %18s %18s %18s %18s   (million warp-instructions a second)\n", "kernel", "n", modes[0].name,
           modes[1].name, modes[2].name, modes[3].name);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (!strstr(cases[i].name, only))
            continue;
        print_case(&cases[i], program, 1, repeats, mode);
        if (processors > 1)
            print_case(&cases[i], program, processors, repeats, mode);
    }
    free(text);
    arena_free(arena);
    return 0;
}
