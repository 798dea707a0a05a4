/* Tests plans on a real GPU: streams, names, graphs and forms of launches. */
#include "gpu_support.h"
#include "plan_support.h"

static const char head[] = "__global__ void slow_write(int *out, int value, int wait_ns);\n"
                           "__global__ void read_int(int *out, const int *from);\n"
                           "__global__ void add_one(int *values, int count);\n"
                           "__global__ void reverse_shared(int *out, int words);\n"
                           "__global__ void cluster_rank(int *out);\n"
                           "__global__ void cooperative_count(int *total, int *out);\n"
                           "__global__ void trap();\n"
                           "//? param out i32[n] out\n//? param n i32\n//? case n=65536\n";

enum { N = 65536 };

static int got[N];
static double elapsed_ns;

/* Runs a plan on a new device and reads `out`, which begins as -1 everywhere. */
static struct plan_outcome run_plan(const char *text)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan_file file;
    struct plan_outcome outcome = {0};
    char *source = arena_printf(arena, "%s%s\n", head, text);
    plan_file_read(&file, arena, "t.cu", source, strlen(source));
    struct plan *plan = plan_parse(arena, &file.source, diagnostics);
    if (!plan || !plan_check(plan, &file.source, file.parameters, file.parameter_count, diagnostics))
        fail_msg("%s", support_errors(arena, diagnostics));
    struct device *device = gpu_open();
    struct device_image image = gpu_image("kernels");
    struct device_module *module = gpu_load(device, &image);
    device_address out = gpu_buffer(device, sizeof got);
    struct plan_argument arguments[] = {
        {.parameter = &file.parameters[0], .addresses = &out, .element_count = N},
        {.parameter = &file.parameters[1], .scalar = file.values[1]},
    };
    struct plan_bindings bindings = {
        .devices = &device, .modules = &module, .device_count = 1, .arguments = arguments, .argument_count = 2};
    assert_done(plan_execute(plan, &bindings, &outcome, error));
    if (!outcome.stopped) {
        assert_done(device->vtable->elapsed_ns(device, &elapsed_ns, error));
        assert_done(device->vtable->read(device, got, out, sizeof got, error));
    }
    device->vtable->unload(device, module);
    device_close(device);
    return outcome;
}

static void names_and_streams_order_what_they_say(void **state)
{
    (void)state;
    run_plan("//! scratch cell i32[4] zero\n"
             "//! launch slow_write(cell, 7, 20000000) grid=1 block=1 stream=1 as=w\n"
             "//! launch read_int(out, cell) grid=1 block=1 stream=2\n"
             "//! launch read_int(out + 1, cell) grid=1 block=1 stream=3 after=w\n"
             "//! launch read_int(out + 2, cell) grid=1 block=1\n"
             "//! zero cell stream=4\n"
             "//! launch read_int(out + 3, cell) grid=1 block=1\n");
    assert_int_equal(got[0], 0); /* it had no wait */
    assert_int_equal(got[1], 7);
    assert_int_equal(got[2], 7);
    assert_int_equal(got[3], 0);
    assert_true(elapsed_ns > 19e6 && elapsed_ns < 40e6);
}

static void a_graph_runs_once(void **state)
{
    (void)state;
    run_plan("//! zero out\n"
             "//! scratch held i32[n] poison\n"
             "//! graph {\n"
             "//!   zero held\n"
             "//!   for i in 0..30 { launch add_one(held, n) grid=ceil_div(n, 256) block=256 }\n"
             "//!   copy out held\n"
             "//! }\n"
             "//! launch add_one(out, n) grid=ceil_div(n, 256) block=256\n");
    for (int i = 0; i < N; i++)
        assert_int_equal(got[i], 31);
    printf("a plan with a graph of 30 launches: %.1f us\n", elapsed_ns / 1e3);
}

static void every_form_of_launch_is_possible(void **state)
{
    (void)state;
    run_plan("//! launch reverse_shared(out, 40000) grid=1 block=512 shared=160000\n");
    assert_int_equal(got[0], 39999);
    assert_int_equal(got[39999], 0);
    run_plan("//! launch cluster_rank(out) grid=64 block=32 cluster=4\n");
    assert_int_equal(got[63], 403);
    run_plan("//! scratch total i32[1] zero\n"
             "//! launch cooperative_count(total, out) grid=max_blocks(cooperative_count) block=128 cooperative\n");
    assert_true(got[0] > 1 && got[got[0] - 1] == got[0]);
}

static void a_fault_stops_the_plan(void **state)
{
    (void)state;
    struct plan_outcome outcome =
        run_plan("//! launch trap() grid=1 block=1\n//! launch cluster_rank(out) grid=1 block=1\n");
    assert_true(outcome.stopped);
}

static int run(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_streams_order_what_they_say), cmocka_unit_test(a_graph_runs_once),
        cmocka_unit_test(every_form_of_launch_is_possible),
        cmocka_unit_test(a_fault_stops_the_plan), /* last, since it loses the process's context */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
    return gpu_main(run);
}
