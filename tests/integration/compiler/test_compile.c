/* Tests the compiler child with the real NVRTC: results, limits, deadlines, caches, folders. */
#include "compiler_support.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "part.h"

static const char vector_add[] =
    "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
    "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        c[i] = a[i] + b[i];\n"
    "}\n";

static void one_compile_gives_ptx_cubin_and_resources(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct compile_result *result = compiler_support_compile(fixture, vector_add, "sm_90");
    assert_true(result->ok);
    assert_non_null(strstr(result->ptx, ".target sm_90"));
    assert_non_null(strstr(result->ptx, ".loc\t1 6 "));
    assert_non_null(strstr(result->ptx, "\"/warpschool/kernel.cu\""));
    assert_int_equal(strlen(result->ptx), result->ptx_bytes);
    assert_true(result->cubin_bytes > 1000);
    assert_memory_equal(result->cubin,
                        "\x7f"
                        "ELF",
                        4);
    assert_int_equal(result->resource_count, 1);
    assert_string_equal(result->resources[0].kernel, "vector_add");
    assert_in_range(result->resources[0].registers, 4, 40);
    assert_int_equal(diagnostics_count(result->diagnostics), 0);
    assert_true(result->elapsed_ns > 0);
    assert_false(result->from_cache);
}

static void debug_keeps_what_the_optimiser_deletes(void **state)
{
    struct compiler_fixture *fixture = *state;
    static const char text[] = "extern \"C\" __global__ void k(float *o, int c)\n{\n    float q[4];\n"
                               "    q[5] = c;\n    o[0] = 1;\n}\n";
    struct source source = {"k.cu", text, sizeof text - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90", .debug = false};
    struct compile_result *optimised = compiler_support_run(fixture, &request);
    request.debug = true;
    struct compile_result *debug = compiler_support_run(fixture, &request);
    assert_true(optimised->ok && debug->ok);
    assert_null(strstr(optimised->ptx, ".local"));
    assert_non_null(strstr(debug->ptx, ".local"));
    assert_int_equal(optimised->cubin_bytes, 0);
}

static void names_are_lowered(void **state)
{
    struct compiler_fixture *fixture = *state;
    static const char text[] = "template <typename T> __global__ void scale(T *p) { *p *= 2; }\n"
                               "__global__ void plain(int *p) { *p = 1; }\n"
                               "extern \"C\" __global__ void c_name(int *p) { *p = 1; }\n";
    static const char *const names[] = {"scale<float>", "scale<double>", "plain", "c_name", NULL};
    struct source source = {"k.cu", text, sizeof text - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_80", .names = names, .want_cubin = true};
    struct compile_result *result = compiler_support_run(fixture, &request);
    assert_true(result->ok);
    assert_string_equal(result->lowered_names[0], "_Z5scaleIfEvPT_");
    assert_string_equal(result->lowered_names[1], "_Z5scaleIdEvPT_");
    assert_string_equal(result->lowered_names[2], "_Z5plainPi");
    assert_string_equal(result->lowered_names[3], "c_name");
    assert_int_equal(result->resource_count, 4);
}

/* So cases can run from it while ptxas works. */
static void ptx_is_the_same_without_machine_code(void **state)
{
    struct compiler_fixture *fixture = *state;
    static const char text[] = "__global__ void sum(const float *in, float *out)\n{\n    __shared__ float tile[64];\n"
                               "    tile[threadIdx.x] = in[threadIdx.x];\n    __syncthreads();\n"
                               "    out[threadIdx.x] = tile[63 - threadIdx.x];\n}\n";
    static const char *const names[] = {"sum", NULL};
    struct source source = {"k.cu", text, sizeof text - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90", .names = names};
    struct compile_result *alone = compiler_support_run(fixture, &request);
    request.want_cubin = true;
    struct compile_result *whole = compiler_support_run(fixture, &request);
    assert_true(alone->ok && whole->ok);
    assert_string_equal(alone->ptx, whole->ptx);
    assert_string_equal(alone->lowered_names[0], whole->lowered_names[0]);
    assert_int_equal(alone->cubin_bytes, 0);
    assert_int_equal(alone->resource_count, 0);
    assert_int_equal(whole->resource_count, 1);
}

static void a_missing_kernel_is_named(void **state)
{
    struct compiler_fixture *fixture = *state;
    static const char *const names[] = {"vector_sub", NULL};
    struct source source = {"k.cu", vector_add, sizeof vector_add - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90", .names = names};
    struct compile_result *result = compiler_support_run(fixture, &request);
    assert_false(result->ok);
    assert_non_null(strstr(compiler_support_text(fixture, result), "vector_sub"));
}

static void defines_reach_the_source(void **state)
{
    struct compiler_fixture *fixture = *state;
    static const char text[] = "extern \"C\" __global__ void k(int *p) { *p = TILE + 4000; }\n";
    static const char *const defines[] = {"TILE=321", NULL};
    struct source source = {"k.cu", text, sizeof text - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90", .defines = defines};
    struct compile_result *result = compiler_support_run(fixture, &request);
    assert_true(result->ok);
    assert_non_null(strstr(result->ptx, "4321"));
}

static void errors_stand_on_the_learners_lines(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct compile_result *result = compiler_support_compile(fixture,
                                                             "#include <cuda_fp16.h>\n"
                                                             "extern \"C\" __global__ void k(float *a)\n"
                                                             "{\n"
                                                             "\tint i = threadIdx.x\n"
                                                             "\ta[i] = 1;\n"
                                                             "\t__syncthread();\n"
                                                             "}\n",
                                                             "sm_90");
    assert_false(result->ok);
    const struct diagnostic *first = diagnostics_at(result->diagnostics, 0);
    assert_int_equal(first->location.line, 5);
    assert_int_equal(first->location.column, 2);
    assert_non_null(strstr(first->message, "expected a \";\""));
    assert_non_null(first->hint);
    const struct diagnostic *second = diagnostics_at(result->diagnostics, 1);
    assert_int_equal(second->location.line, 6);
    assert_int_equal(second->location.column, 2);
    assert_int_equal(second->location.length, 12);
    assert_non_null(strstr(second->hint, "__syncthreads"));
}

static void inline_ptx_errors_find_their_line(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct compile_result *result =
        compiler_support_compile(fixture,
                                 "extern \"C\" __global__ void k(float *a)\n{\n    a[0] = 1;\n"
                                 "    asm volatile(\"frobnicate.f32 %0, %0;\" : \"+f\"(a[1]));\n}\n",
                                 "sm_90");
    assert_false(result->ok);
    assert_int_equal(diagnostics_at(result->diagnostics, 0)->location.line, 4);
}

static void hostile_messages_come_out_harmless(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct compile_result *result = compiler_support_compile(
        fixture, "#error \x1b]0;owned\x07 \x1b[2J \xe2\x80\xae\nextern \"C\" __global__ void k() {}\n", "sm_90");
    assert_false(result->ok);
    const char *text = compiler_support_text(fixture, result);
    assert_null(strchr(text, '\x1b'));
    assert_null(strchr(result->log, '\x1b'));
    assert_null(strstr(result->log, "\xe2\x80\xae"));
    assert_int_equal(diagnostics_at(result->diagnostics, 0)->location.line, 1);
}

/* Each of 100 errors repeats a message of a quarter of a megabyte. */
static void a_flood_of_output_is_cut(void **state)
{
    struct compiler_fixture *fixture = *state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_text(&text, "#define M(x) x ");
    buffer_append_repeat(&text, "zzzzzzzz ", 30000);
    buffer_append_text(&text, "\n__device__ void f() { ");
    buffer_append_repeat(&text, "M(1); ", 90);
    buffer_append_text(&text, "}\n");
    struct source source = {"k.cu", text.data, text.size_bytes};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    struct compile_result *result = compiler_support_run(fixture, &request);
    assert_false(result->ok);
    assert_true(strlen(result->log) < 300 * 1024);
    assert_true(diagnostics_error_count(result->diagnostics) > 0);
}

static void unreadable_sources_are_results(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct source source = {"k.cu", "a\0b", 3};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    struct compile_result *result = compiler_support_run(fixture, &request);
    assert_false(result->ok);
    assert_string_equal(result->ptx, "");
    assert_int_equal(diagnostics_error_count(result->diagnostics), 1);
}

static void editors_marks_do_not_matter(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct compile_result *result =
        compiler_support_compile(fixture,
                                 "\xef\xbb\xbf"
                                 "extern \"C\" __global__ void k(float *a)\r\n{\r\n    a[0] = zz;\r\n}",
                                 "sm_90");
    assert_false(result->ok);
    assert_int_equal(diagnostics_count(result->diagnostics), 1);
    assert_int_equal(diagnostics_at(result->diagnostics, 0)->location.line, 3);
    assert_int_equal(diagnostics_at(result->diagnostics, 0)->location.column, 12);
    assert_true(compiler_support_compile(fixture, "\xef\xbb\xbf", "sm_90")->ok);
    assert_true(compiler_support_compile(fixture, "", "sm_90")->ok);
}

static void begin_can_be_polled(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct error error;
    struct source source = {"k.cu", vector_add, sizeof vector_add - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    assert_true(compiler_warm(fixture->compiler, &error));
    assert_true(compiler_begin(fixture->compiler, &request, &error));
    assert_false(compiler_begin(fixture->compiler, &request, &error));
    struct pollfd descriptor = {.fd = compiler_descriptor(fixture->compiler), .events = POLLIN};
    assert_int_equal(poll(&descriptor, 1, 20000), 1);
    struct compile_result *result;
    assert_true(compiler_finish(fixture->compiler, fixture->arena, &result, &error));
    assert_true(result->ok);
    assert_false(compiler_finish(fixture->compiler, fixture->arena, &result, &error));
}

static void a_cancelled_request_leaves_a_usable_compiler(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct source source = {"k.cu", vector_add, sizeof vector_add - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    assert_true(compiler_begin(fixture->compiler, &request, NULL));
    compiler_cancel(fixture->compiler);
    assert_true(compiler_support_compile(fixture, vector_add, "sm_90")->ok);
}

static void the_cache_saves_the_child(void **state)
{
    struct compiler_fixture *fixture = *state;
    const char *folder;
    struct error error;
    assert_true(file_make_temporary_folder(fixture->arena, NULL, &folder, &error));
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    settings.cache_dir = folder;
    struct source source = {"k.cu", vector_add, sizeof vector_add - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90", .want_cubin = true};
    struct compile_result *results[2];
    for (int i = 0; i < 2; i++) {
        CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings, &error);
        assert_true(compiler_compile(compiler, &request, fixture->arena, &results[i], &error));
        settings.program = "/absent/warpschool"; /* a hit needs no child */
    }
    assert_false(results[0]->from_cache);
    assert_true(results[1]->from_cache);
    assert_true(results[1]->ok);
    assert_string_equal(results[0]->ptx, results[1]->ptx);
    assert_int_equal(results[0]->cubin_bytes, results[1]->cubin_bytes);
    assert_memory_equal(results[0]->cubin, results[1]->cubin, results[0]->cubin_bytes);
    assert_int_equal(results[1]->resource_count, 1);
    file_remove_tree(folder, NULL);
}

static const char bomb[] = "template <int N> struct B { B<N * 2> a; B<N * 2 + 1> b; };\n"
                           "template <int N, int M> struct T { static constexpr int v = T<N - 1, M * 2>::v + "
                           "T<N - 1, M * 2 + 1>::v; };\n"
                           "template <int M> struct T<0, M> { static constexpr int v = M; };\n"
                           "extern \"C\" __global__ void k(int *p) { *p = T<40, 1>::v; }\n";

/* Keeps the optimiser busy for seconds before the memory is full, on any machine. */
static struct source long_source(struct buffer *text)
{
    buffer_append_text(text, "extern \"C\" __global__ void k(float *p)\n{\n    float x = p[0];\n");
    buffer_append_repeat(text, "    x = sinf(x) * p[threadIdx.x] + x;\n", 15000);
    buffer_append_text(text, "    p[0] = x;\n}\n");
    return (struct source){"k.cu", buffer_text(text), text->size_bytes};
}

static void a_long_compile_ends_at_the_deadline(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct error error;
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    settings.deadline_ms = 1500;
    settings.memory_bytes = UINT64_C(8) << 30;
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings, &error);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct source source = long_source(&text);
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    struct compile_result *result;
    int64_t start_ns = clock_monotonic_ns();
    assert_true(compiler_compile(compiler, &request, fixture->arena, &result, &error));
    assert_true(clock_monotonic_ns() - start_ns < INT64_C(15000000000));
    assert_false(result->ok);
    assert_non_null(strstr(compiler_support_text(fixture, result), "1.5 s limit"));
    source = (struct source){"k.cu", vector_add, sizeof vector_add - 1};
    assert_true(compiler_compile(compiler, &request, fixture->arena, &result, &error));
    assert_true(result->ok);
}

/* The only child of this process. */
static pid_t find_child(void)
{
    char path[64];
    int child = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &child), 1);
    fclose(file);
    return child;
}

static void a_child_gives_way_by_as_much_as_it_is_told(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct error error;
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    int own = getpriority(PRIO_PROCESS, 0);
    settings.niceness = own < 15 ? own + 5 : own;
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings, &error);
    assert_true(compiler_warm(compiler, &error));
    assert_int_equal(getpriority(PRIO_PROCESS, (id_t)find_child()), settings.niceness);
}

/* On a busy machine the child gets no processor time for longer than its limit. */
static void a_compile_that_waits_for_a_processor_is_waited_for(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct error error;
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    settings.deadline_ms = 2000;
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings, &error);
    struct source source = {"k.cu", vector_add, sizeof vector_add - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    struct compile_result *result;
    assert_true(compiler_compile(compiler, &request, fixture->arena, &result, &error));
    pid_t child = find_child();
    assert_int_equal(kill(child, SIGSTOP), 0);
    pid_t helper = fork();
    if (!helper) {
        usleep(3500000);
        kill(child, SIGCONT);
        _exit(0);
    }
    assert_true(compiler_compile(compiler, &request, fixture->arena, &result, &error));
    waitpid(helper, NULL, 0);
    assert_true(result->ok);
}

static void a_template_bomb_ends_at_the_memory_limit(void **state)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)state;
    skip(); /* no address space limit in these builds */
#else
    struct compiler_fixture *fixture = *state;
    struct error error;
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    settings.memory_bytes = UINT64_C(900) << 20;
    settings.deadline_ms = 120000; /* a busy machine must not reach the deadline */
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings, &error);
    struct source source = {"k.cu", bomb, sizeof bomb - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    struct compile_result *result;
    assert_true(compiler_compile(compiler, &request, fixture->arena, &result, &error));
    assert_false(result->ok);
    assert_non_null(strstr(compiler_support_text(fixture, result), "ran out of its 900 MiB memory limit"));
    source = (struct source){"k.cu", vector_add, sizeof vector_add - 1};
    assert_true(compiler_compile(compiler, &request, fixture->arena, &result, &error));
    assert_true(result->ok);
#endif
}

/* main made $TMPDIR a folder of this process. */
static size_t scratch_folders(void)
{
    const char *parent = getenv("TMPDIR");
    DIR *directory = opendir(parent && parent[0] == '/' ? parent : "/tmp");
    size_t count = 0;
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL)
        count += strncmp(entry->d_name, "warpschool-compiler-", 20) == 0;
    closedir(directory);
    return count;
}

static void nothing_is_left_behind(void **state)
{
    struct compiler_fixture *fixture = *state;
    assert_true(compiler_support_compile(fixture, "#include <cuda_fp16.h>\n__global__ void k() {}\n", "sm_90")->ok);
    size_t before = scratch_folders();
    compiler_free(fixture->compiler);
    assert_int_equal(scratch_folders(), before - 1);
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    fixture->compiler = compiler_new(&settings, NULL);
}

static void a_child_that_was_killed_is_replaced(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct error error;
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    settings.program = "/bin/true";
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings, &error);
    struct source source = {"k.cu", vector_add, sizeof vector_add - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    struct compile_result *result;
    assert_false(compiler_compile(compiler, &request, fixture->arena, &result, &error));
    assert_int_equal(error.code, ERROR_CRASH);
}

static void a_toolkit_that_is_not_there_is_an_error(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct error error;
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    settings.toolkit = "/absent";
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings, &error);
    assert_false(compiler_warm(compiler, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
}

static void it_describes_itself(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct compiler_info info;
    struct error error;
    assert_true(compiler_describe(fixture->compiler, &info, &error));
    print_message("toolkit %s in %s, sandbox %s\n", info.toolkit_version, info.toolkit_path, info.sandbox);
    assert_string_equal(info.toolkit_version, TOOLKIT_PINNED_VERSION);
    assert_true(info.pinned);
    assert_string_equal(info.missing, "");
}

/* Every child and folder gives the same bytes, with the precompiled header or without. */
static void the_same_source_gives_the_same_bytes(void **state)
{
    struct compiler_fixture *fixture = *state;
    const char *text = arena_printf(
        fixture->arena,
        "%s#include <cooperative_groups.h>\n#include <math.h>\n"
        "static __device__ float table[3] = {1, 2, 3};\n"
        "extern \"C\" __global__ void k(float *p)\n{\n    assert(p[0] > 0);\n    printf(\"%%s\", __FILE__);\n"
        "    cooperative_groups::this_thread_block().sync();\n    p[1] = table[threadIdx.x] + INFINITY;\n}\n",
        part_has("cub/cub.cuh") ? "#include <cub/cub.cuh>\n" : "");
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    CLEANUP(compiler_free) struct compiler *other = compiler_new(&settings, NULL);
    struct compiler *compilers[] = {fixture->compiler, fixture->compiler, other};
    struct source source = {"k.cu", text, strlen(text)};
    struct compile_request request = {.source = &source, .architecture = "sm_90", .want_cubin = true};
    for (int debug = 0; debug < 2; debug++) {
        struct compile_result *results[3];
        request.debug = debug;
        for (int i = 0; i < 3; i++) {
            assert_true(compiler_compile(compilers[i], &request, fixture->arena, &results[i], NULL));
            assert_true(results[i]->ok);
            assert_null(strstr(results[i]->ptx, "warpschool-compiler-"));
            assert_string_equal(results[0]->ptx, results[i]->ptx);
            assert_int_equal(results[0]->cubin_bytes, results[i]->cubin_bytes);
            assert_memory_equal(results[0]->cubin, results[i]->cubin, results[0]->cubin_bytes);
        }
    }
}

/* The second compile takes the same includes precompiled, so it is much faster on any machine. */
static void includes_are_precompiled(void **state)
{
    struct compiler_fixture *fixture = *state;
    static const char first[] = "#include <cooperative_groups/reduce.h>\n__global__ void k(int *p) { *p = 1; }\n";
    static const char second[] = "#include <cooperative_groups/reduce.h>\n__global__ void k(int *p) { *p = 2; }\n";
    uint64_t first_ns = compiler_support_compile(fixture, first, "sm_90")->elapsed_ns;
    uint64_t least_ns = UINT64_MAX;
    for (int i = 0; i < 3; i++) {
        uint64_t second_ns = compiler_support_compile(fixture, second, "sm_90")->elapsed_ns;
        least_ns = second_ns < least_ns ? second_ns : least_ns;
    }
    assert_true(least_ns < first_ns / 2);
}

/* The wheels' layout as the private folder, without headers. */
static void wheels_in_the_private_folder_are_used(void **state)
{
    struct compiler_fixture *fixture = *state;
    struct arena *arena = fixture->arena;
    struct compiler_info info;
    const char *folder;
    assert_true(compiler_describe(fixture->compiler, &info, NULL));
    struct toolkit toolkit;
    struct toolkit_search search = toolkit_search_from_environment(arena, NULL, NULL);
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_true(file_make_temporary_folder(arena, NULL, &folder, NULL));
    assert_true(file_make_folders(path_join(arena, folder, "nvidia/cu13/lib"), NULL));
    assert_int_equal(symlink(toolkit.library, path_join(arena, folder, "nvidia/cu13/lib/libnvrtc.so.13")), 0);
    assert_int_equal(symlink(toolkit.builtins, path_join(arena, folder, "nvidia/cu13/lib/libnvrtc-builtins.so.13.0")),
                     0);
    struct compiler_settings settings = compiler_support_settings(arena);
    settings.toolkit = folder;
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings, NULL);
    struct source source = {"k.cu", vector_add, sizeof vector_add - 1};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    struct compile_result *result;
    assert_true(compiler_compile(compiler, &request, arena, &result, NULL));
    assert_true(result->ok);
    assert_true(compiler_describe(compiler, &info, NULL));
    assert_non_null(strstr(info.missing, "nvidia-cuda-runtime"));
    const char *text = "\n#include <cuda_fp16.h>\n__global__ void k() {}\n";
    source = (struct source){"k.cu", text, strlen(text)};
    assert_true(compiler_compile(compiler, &request, arena, &result, NULL));
    assert_false(result->ok);
    assert_int_equal(diagnostics_at(result->diagnostics, 0)->location.line, 2);
    file_remove_tree(folder, NULL);
}

#define COMPILE_TEST(name) cmocka_unit_test_setup_teardown(name, compiler_support_set_up, compiler_support_tear_down)

int main(int argc, char **argv)
{
    int status;
    if (compiler_support_is_worker(argc, argv, &status))
        return status;
    if (!compiler_support_has_toolkit())
        return 0;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *folder;
    if (!file_make_temporary_folder(arena, NULL, &folder, NULL) || setenv("TMPDIR", folder, 1) != 0)
        return 1;
    const struct CMUnitTest tests[] = {
        COMPILE_TEST(one_compile_gives_ptx_cubin_and_resources),
        COMPILE_TEST(debug_keeps_what_the_optimiser_deletes),
        COMPILE_TEST(names_are_lowered),
        COMPILE_TEST(ptx_is_the_same_without_machine_code),
        COMPILE_TEST(a_missing_kernel_is_named),
        COMPILE_TEST(defines_reach_the_source),
        COMPILE_TEST(errors_stand_on_the_learners_lines),
        COMPILE_TEST(inline_ptx_errors_find_their_line),
        COMPILE_TEST(hostile_messages_come_out_harmless),
        COMPILE_TEST(a_flood_of_output_is_cut),
        COMPILE_TEST(unreadable_sources_are_results),
        COMPILE_TEST(editors_marks_do_not_matter),
        COMPILE_TEST(begin_can_be_polled),
        COMPILE_TEST(a_cancelled_request_leaves_a_usable_compiler),
        COMPILE_TEST(the_cache_saves_the_child),
        COMPILE_TEST(a_long_compile_ends_at_the_deadline),
        COMPILE_TEST(a_child_gives_way_by_as_much_as_it_is_told),
        COMPILE_TEST(a_compile_that_waits_for_a_processor_is_waited_for),
        COMPILE_TEST(a_template_bomb_ends_at_the_memory_limit),
        COMPILE_TEST(nothing_is_left_behind),
        COMPILE_TEST(a_child_that_was_killed_is_replaced),
        COMPILE_TEST(a_toolkit_that_is_not_there_is_an_error),
        COMPILE_TEST(it_describes_itself),
        COMPILE_TEST(the_same_source_gives_the_same_bytes),
        COMPILE_TEST(includes_are_precompiled),
        COMPILE_TEST(wheels_in_the_private_folder_are_used),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    file_remove_tree(folder, NULL);
    return failures;
}
