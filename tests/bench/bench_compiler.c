/*
 * Measures waits for the compiler: start, first compile, warm compile, -G, both at once, cache.
 *
 * Beside them stands the bare library: the same source and options in this process. The compile of
 * a submission may take at most 1.3 times as long.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/executable.h"
#include "base/file.h"
#include "compiler/compiler.h"
#include "compiler/options/options.h"
#include "compiler/options/shims.h"
#include "compiler/process/nvrtc.h"
#include "compiler/toolkit.h"

static const char vector_add[] =
    "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
    "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)\n        c[i] = a[i] + b[i];\n}\n";

enum { RUNS = 21, COLD_RUNS = 11 };

struct bench {
    struct arena *arena;
    struct compiler_settings settings;
    struct source source;
    struct compiler *first, *second; /* warm */
    struct toolkit toolkit;
    struct nvrtc nvrtc;
};

static void check(bool good, const struct error *error)
{
    if (good)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static void compile(struct bench *bench, struct compiler *compiler, bool debug)
{
    struct compile_request request = {
        .source = &bench->source, .architecture = "sm_90", .debug = debug, .want_cubin = !debug};
    struct compile_result *result;
    struct error error;
    check(compiler_compile(compiler, &request, bench->arena, &result, &error), &error);
    if (!result->ok)
        exit(1);
}

static void load_library(struct bench *bench)
{
    struct toolkit_search search = toolkit_search_from_environment(bench->arena, NULL, NULL);
    struct error error;
    check(toolkit_find(&search, &bench->toolkit, &error), &error);
    check(nvrtc_load(&bench->nvrtc, bench->toolkit.library, bench->toolkit.builtins, &error), &error);
}

static void bare(struct bench *bench)
{
    struct compile_request request = {.source = &bench->source, .architecture = "sm_90", .want_cubin = true};
    struct option_folders folders = {.include = bench->toolkit.include, .cccl = bench->toolkit.cccl};
    const char *const *options, *const *names, *const *texts;
    size_t count = options_build(bench->arena, &request, &folders, &options), shims = shims_lists(&names, &texts);
    size_t ptx_bytes, cubin_bytes;
    nvrtc_program program;
    if (bench->nvrtc.nvrtcCreateProgram(&program, bench->source.text, OPTIONS_SOURCE_NAME, (int)shims, texts, names) ||
        bench->nvrtc.nvrtcCompileProgram(program, (int)count, options) ||
        bench->nvrtc.nvrtcGetPTXSize(program, &ptx_bytes) || bench->nvrtc.nvrtcGetCUBINSize(program, &cubin_bytes))
        exit(1);
    bench->nvrtc.nvrtcGetPTX(program, arena_alloc(bench->arena, ptx_bytes));
    bench->nvrtc.nvrtcGetCUBIN(program, arena_alloc(bench->arena, cubin_bytes));
    bench->nvrtc.nvrtcDestroyProgram(&program);
}

static void from_nothing(struct bench *bench)
{
    struct error error;
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&bench->settings, &error);
    compile(bench, compiler, false);
}

static void until_ready(struct bench *bench)
{
    struct error error;
    struct compiler_info info;
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&bench->settings, &error);
    check(compiler_describe(compiler, &info, &error), &error);
}

static void warm(struct bench *bench)
{
    compile(bench, bench->first, false);
}

static void warm_debug(struct bench *bench)
{
    compile(bench, bench->second, true);
}

static void side_by_side(struct bench *bench)
{
    struct compile_request optimised = {.source = &bench->source, .architecture = "sm_90", .want_cubin = true};
    struct compile_request debug = {.source = &bench->source, .architecture = "sm_90", .debug = true};
    struct compile_result *result;
    struct error error;
    check(compiler_begin(bench->first, &optimised, &error), &error);
    check(compiler_begin(bench->second, &debug, &error), &error);
    check(compiler_finish(bench->first, bench->arena, &result, &error), &error);
    check(compiler_finish(bench->second, bench->arena, &result, &error), &error);
}

static void one_after_the_other(struct bench *bench)
{
    compile(bench, bench->first, false);
    compile(bench, bench->first, true);
}

static int compare(const void *a, const void *b)
{
    const int64_t *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

static void measure(const char *what, struct bench *bench, int runs, void (*run)(struct bench *))
{
    int64_t elapsed_ns[RUNS];
    for (int i = 0; i < runs; i++) {
        int64_t start_ns = clock_monotonic_ns();
        run(bench);
        elapsed_ns[i] = clock_monotonic_ns() - start_ns;
    }
    qsort(elapsed_ns, (size_t)runs, sizeof elapsed_ns[0], compare);
    printf("%-36s median %8.2f ms   least %8.2f ms\n", what, (double)elapsed_ns[runs / 2] / 1e6,
           (double)elapsed_ns[0] / 1e6);
}

static void measure_cache(struct bench *bench)
{
    struct error error;
    struct compiler_settings cached = bench->settings;
    check(file_make_temporary_folder(bench->arena, NULL, &cached.cache_dir, &error), &error);
    struct compiler *plain = bench->first;
    bench->first = compiler_new(&cached, &error);
    warm(bench);
    measure("cache hit", bench, RUNS, warm);
    compiler_free(bench->first);
    bench->first = plain;
    file_remove_tree(cached.cache_dir, NULL);
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 3 && strcmp(arguments[1], "worker") == 0)
        return compiler_worker_main();
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct error error;
    struct bench bench = {.arena = arena, .source = {"k.cu", vector_add, sizeof vector_add - 1}};
    check(executable_path(arena, &bench.settings.program, &error), &error);
    measure("from nothing to the first result", &bench, COLD_RUNS, from_nothing);
    measure("child ready", &bench, COLD_RUNS, until_ready);
    bench.first = compiler_new(&bench.settings, &error);
    bench.second = compiler_new(&bench.settings, &error);
    side_by_side(&bench);
    load_library(&bench);
    bare(&bench);
    measure("bare library, PTX and CUBIN", &bench, RUNS, bare);
    measure("warm, PTX and CUBIN", &bench, RUNS, warm);
    measure("warm, -G", &bench, RUNS, warm_debug);
    measure("both, two children", &bench, RUNS, side_by_side);
    measure("both, one child", &bench, RUNS, one_after_the_other);
    measure_cache(&bench);
    compiler_free(bench.first);
    compiler_free(bench.second);
    return 0;
}
