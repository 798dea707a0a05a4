/* Tests plans on two real GPUs: ranks, `device=`, memory of others, and overlap. */
#include "gpu_support.h"
#include "plan_support.h"

static const char head[] = "__global__ void slow_write(int *out, int value, int wait_ns);\n"
                           "__global__ void read_int(int *out, const int *from);\n"
                           "__global__ void add_one(int *values, int count);\n"
                           "__global__ void sum_peers(int *out, int *const *from, int ranks, int count);\n"
                           "__global__ void tell_peers(int *const *to, int rank, int ranks, int value);\n"
                           "//? param out i32[n] out\n//? param n i32\n//? case n=65536\n//? devices 2\n";

enum { N = 65536, RANKS = 2 };

static int got[RANKS][N];
static double elapsed_ns[RANKS];
static struct device *devices[RANKS];

static void run_on_devices(const struct plan *plan, const struct plan_file *file)
{
    struct device_module *modules[RANKS];
    device_address out[RANKS];
    struct device_image image = gpu_image("kernels");
    struct plan_outcome outcome = {0};
    for (int rank = 0; rank < RANKS; rank++) {
        modules[rank] = gpu_load(devices[rank], &image);
        out[rank] = gpu_buffer(devices[rank], sizeof got[rank]);
        assert_done(devices[rank]->vtable->synchronise(devices[rank], error));
    }
    struct plan_argument arguments[] = {{.parameter = &file->parameters[0], .addresses = out, .element_count = N},
                                        {.parameter = &file->parameters[1], .scalar = file->values[1]}};
    struct plan_bindings bindings = {
        .devices = devices, .modules = modules, .device_count = RANKS, .arguments = arguments, .argument_count = 2};
    for (int rank = 0; rank < RANKS; rank++)
        assert_done(devices[rank]->vtable->time_begin(devices[rank], error));
    assert_done(plan_execute(plan, &bindings, &outcome, error));
    assert_false(outcome.stopped);
    for (int rank = 0; rank < RANKS; rank++) {
        assert_done(devices[rank]->vtable->elapsed_ns(devices[rank], &elapsed_ns[rank], error));
        assert_done(devices[rank]->vtable->read(devices[rank], got[rank], out[rank], sizeof got[rank], error));
        devices[rank]->vtable->unload(devices[rank], modules[rank]);
    }
}

static void run_plan(const char *text)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan_file file;
    char *source = arena_printf(arena, "%s%s\n", head, text);
    plan_file_read(&file, arena, "t.cu", source, strlen(source));
    struct plan *plan = plan_parse(arena, &file.source, diagnostics);
    if (!plan || !plan_check(plan, &file.source, file.parameters, file.parameter_count, diagnostics))
        fail_msg("%s", support_errors(arena, diagnostics));
    gpu_open_two(devices);
    run_on_devices(plan, &file);
    for (int rank = 0; rank < RANKS; rank++)
        device_close(devices[rank]);
}

static void a_table_of_peers_reaches_all(void **state)
{
    (void)state;
    run_plan("//! scratch held i32[n] zero\n"
             "//! for i in 0..3 { launch add_one(held, n) grid=ceil_div(n, 256) block=256 }\n"
             "//! launch add_one(held, n) grid=ceil_div(n, 256) block=256 device=1\n"
             "//! launch sum_peers(out, peers(held), ranks, n) grid=ceil_div(n, 256) block=256\n");
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < N; i++)
            assert_int_equal(got[rank][i], 3 + 4);
}

static void a_kernel_writes_into_all_memories(void **state)
{
    (void)state;
    run_plan("//! zero out\n//! launch tell_peers(peers(out), rank, ranks, 10 + rank) grid=1 block=32\n");
    for (int rank = 0; rank < RANKS; rank++) {
        assert_int_equal(got[rank][0], 10);
        assert_int_equal(got[rank][1], 11);
        assert_int_equal(got[rank][2], 0);
    }
}

/* The ring of an all-gather, made of copies. */
static void copies_go_around_the_ring(void **state)
{
    (void)state;
    run_plan("//! let chunk = n / ranks\n"
             "//! zero out\n"
             "//! launch slow_write(out + rank * chunk, 100 + rank, 1000) grid=1 block=1\n"
             "//! copy peer(out, (rank + 1) % ranks) + rank * chunk out + rank * chunk count=chunk\n");
    for (int rank = 0; rank < RANKS; rank++) {
        assert_int_equal(got[rank][0], 100);
        assert_int_equal(got[rank][N / 2], 101);
    }
}

/* A launch on all ranks takes one time. Two launches on different GPUs in a row take both times. */
static void ranks_run_side_by_side_and_statements_in_turn(void **state)
{
    (void)state;
    run_plan("//! launch slow_write(out, rank, 20000000) grid=1 block=1\n");
    printf("on both at once: %.2f and %.2f ms\n", elapsed_ns[0] / 1e6, elapsed_ns[1] / 1e6);
    assert_true(elapsed_ns[0] > 19e6 && elapsed_ns[0] < 30e6 && elapsed_ns[1] > 19e6 && elapsed_ns[1] < 30e6);
    run_plan("//! launch slow_write(out, 1, 20000000) grid=1 block=1 device=0\n"
             "//! launch slow_write(out, 2, 20000000) grid=1 block=1 device=1\n");
    printf("one after the other: %.2f and %.2f ms\n", elapsed_ns[0] / 1e6, elapsed_ns[1] / 1e6);
    assert_true(elapsed_ns[1] > 39e6 && elapsed_ns[1] < 60e6);
    run_plan("//! launch slow_write(out, 1, 20000000) grid=1 block=1 stream=1 device=0\n"
             "//! launch slow_write(out, 2, 5000000) grid=1 block=1 stream=1 device=1\n");
    printf("each by itself: %.2f and %.2f ms\n", elapsed_ns[0] / 1e6, elapsed_ns[1] / 1e6);
    assert_true(elapsed_ns[0] > 19e6 && elapsed_ns[0] < 30e6 && elapsed_ns[1] > 4.9e6 && elapsed_ns[1] < 10e6);
}

/* Names order streams of different GPUs. Without a name, no stream waits. */
static void after_waits_for_the_other_gpu(void **state)
{
    (void)state;
    run_plan("//! scratch cell i32[4] zero\n"
             "//! zero out\n"
             "//! launch slow_write(peer(cell, 1), 7, 20000000) grid=1 block=1 stream=1 device=0 as=told\n"
             "//! launch read_int(out, cell) grid=1 block=1 stream=1 device=1\n"
             "//! launch read_int(out + 1, cell) grid=1 block=1 stream=2 device=1 after=told\n"
             "//! launch read_int(out + 2, cell) grid=1 block=1 device=1\n");
    assert_int_equal(got[1][0], 0);
    assert_int_equal(got[1][1], 7);
    assert_int_equal(got[1][2], 7);
}

static int run(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_of_peers_reaches_all),
        cmocka_unit_test(a_kernel_writes_into_all_memories),
        cmocka_unit_test(copies_go_around_the_ring),
        cmocka_unit_test(ranks_run_side_by_side_and_statements_in_turn),
        cmocka_unit_test(after_waits_for_the_other_gpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
    return gpu_main_of_two(run);
}
