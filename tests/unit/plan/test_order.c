/* Tests the calls of a plan to real streams: marks, waits, graphs, ranks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan_support.h"

enum { LOG_BYTES = 4096 };

/* The log of all devices. cmocka's tests run one after another. */
static char log_text[LOG_BYTES];

__attribute__((format(printf, 2, 3))) static void note(struct device *device, const char *format, ...)
{
    size_t used = strlen(log_text);
    va_list arguments;
    va_start(arguments, format);
    used += (size_t)snprintf(log_text + used, sizeof log_text - used, "%d:", note_self(device)->rank);
    vsnprintf(log_text + used, sizeof log_text - used, format, arguments);
    va_end(arguments);
}

static bool launch(struct device *device, struct device_module *module, const struct device_launch *launched,
                   struct error *error)
{
    note(device, "%s s%d;", launched->kernel, launched->stream);
    return note_launch(device, module, launched, error);
}
static bool fill(struct device *device, device_address to, uint8_t byte, uint64_t size_bytes, struct error *error)
{
    note(device, "fill s%d;", device->stream);
    return note_fill(device, to, byte, size_bytes, error);
}
static bool mark(struct device *device, int stream, uint64_t *out_mark, struct error *error)
{
    (void)error;
    *out_mark = (uint64_t)stream + 10;
    note(device, "mark s%d;", stream);
    return true;
}
static bool wait_for(struct device *device, int stream, struct device *marked, uint64_t mark_number,
                     struct error *error)
{
    (void)error;
    note(device, "s%d waits for %d.%d;", stream, note_self(marked)->rank, (int)mark_number);
    return true;
}
static bool graph_begin(struct device *device, struct error *error)
{
    (void)error;
    note(device, "graph;");
    return true;
}
static bool graph_end(struct device *device, struct error *error)
{
    (void)error;
    note(device, "end;");
    return true;
}

static const char head[] = "__global__ void f(float *x);\n__global__ void g(float *x);\n"
                           "//? param x f32[n] inout\n//? param n i32\n";

static bool run_plan(int ranks, const char *text, struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct device_vtable vtable = note_vtable;
    struct note_device devices[2];
    struct device *pointers[2];
    struct device_module *modules[2];
    struct note_book book = {.has_streams = true};
    struct plan_file file;
    struct plan_outcome outcome;
    char *source = arena_printf(arena, "%s//? case n=8%s\n%s\n", head, ranks == 2 ? " devices=2" : "", text);
    plan_file_read(&file, arena, "t.cu", source, strlen(source));
    file.devices = ranks;
    struct plan *plan = plan_parse(arena, &file.source, diagnostics);
    if (!plan || !plan_check(plan, &file.source, file.parameters, file.parameter_count, diagnostics))
        fail_msg("%s", support_errors(arena, diagnostics));
    vtable.launch = launch;
    vtable.fill = fill;
    vtable.mark = mark;
    vtable.wait_for = wait_for;
    vtable.graph_begin = graph_begin;
    vtable.graph_end = graph_end;
    note_open(devices, ranks, &book, &file.source);
    for (int rank = 0; rank < ranks; rank++) {
        devices[rank].base.vtable = &vtable;
        pointers[rank] = &devices[rank].base;
        modules[rank] = (struct device_module *)&devices[rank];
    }
    log_text[0] = '\0';
    bool done = plan_file_run_on(&file, plan, pointers, modules, NULL, &outcome, error);
    assert_int_equal(devices[0].base.stream, 0);
    return done;
}

static void expect_log(int ranks, const char *text, const char *expected)
{
    struct error error = {0};
    if (!run_plan(ranks, text, &error))
        fail_msg("%s", error.message);
    assert_string_equal(log_text, expected);
}

static void names_are_marks(void **state)
{
    (void)state;
    expect_log(1,
               "//! launch f(x) grid=1 block=1 stream=1 as=a\n"
               "//! launch g(x) grid=1 block=1 stream=2 after=a\n"
               "//! zero x stream=3 after=a\n",
               "0:f s1;0:mark s1;0:s2 waits for 0.11;0:g s2;0:s3 waits for 0.11;0:fill s3;");
}

static void every_bearer_of_a_name_is_waited_for(void **state)
{
    (void)state;
    expect_log(1,
               "//! launch f(x) grid=1 block=1 stream=1 as=a\n"
               "//! launch f(x) grid=1 block=1 stream=2 as=a\n"
               "//! launch g(x) grid=1 block=1 stream=3 after=a\n",
               "0:f s1;0:mark s1;0:f s2;0:mark s2;0:s3 waits for 0.12;0:s3 waits for 0.11;0:g s3;");
}

static void a_graph_is_begun_and_ended(void **state)
{
    (void)state;
    expect_log(1, "//! graph {\n//!   launch f(x) grid=1 block=1\n//! }\n//! launch g(x) grid=1 block=1\n",
               "0:graph;0:f s0;0:end;0:g s0;");
}

static void a_graph_that_fails_is_ended_too(void **state)
{
    (void)state;
    struct error error = {0};
    assert_false(run_plan(1, "//! graph {\n//!   launch f(x) grid=n-8 block=1\n//! }\n", &error));
    assert_true(support_says(&error, "grid is 0"));
    assert_string_equal(log_text, "0:graph;0:end;");
}

#define MEET "0:mark s0;1:mark s0;0:s0 waits for 1.10;1:s0 waits for 0.10;"

static void ranks_meet_between_statements(void **state)
{
    (void)state;
    expect_log(2, "//! launch f(x) grid=1 block=1\n", "0:f s0;1:f s0;");
    expect_log(2, "//! launch f(x) grid=1 block=1\n//! launch g(x) grid=1 block=1\n",
               "0:f s0;1:f s0;" MEET "0:g s0;1:g s0;");
}

static void ranks_meet_around_what_orders_all_streams(void **state)
{
    (void)state;
    expect_log(2,
               "//! launch f(x) grid=1 block=1 stream=1\n"
               "//! launch f(x) grid=1 block=1 stream=2\n"
               "//! launch g(x) grid=1 block=1\n"
               "//! launch f(x) grid=1 block=1 stream=1\n"
               "//! launch f(x) grid=1 block=1 stream=2\n",
               "0:f s1;1:f s1;0:f s2;1:f s2;" MEET "0:g s0;1:g s0;" MEET "0:f s1;1:f s1;0:f s2;1:f s2;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_marks),
        cmocka_unit_test(every_bearer_of_a_name_is_waited_for),
        cmocka_unit_test(a_graph_is_begun_and_ended),
        cmocka_unit_test(a_graph_that_fails_is_ended_too),
        cmocka_unit_test(ranks_meet_between_statements),
        cmocka_unit_test(ranks_meet_around_what_orders_all_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
