/* Tests the order of streams, graphs and clocks that the driver gets. Handles count up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_fake.h"

struct fixture {
    struct device *device;
    struct device_module *module;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->device = fake_open();
    fixture->module = fake_load(fixture->device, NULL);
    fake.log[0] = '\0';
    fake.next_handle = 0;
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    fake.failing = NULL;
    fixture->device->vtable->unload(fixture->device, fixture->module);
    device_close(fixture->device);
    free(fixture);
    return 0;
}

static bool launch_on(struct fixture *fixture, int stream)
{
    static const char arguments[32];
    struct device_launch launch = {.kernel = "k",
                                   .grid = {1, 1, 1},
                                   .block = {32, 1, 1},
                                   .arguments = arguments,
                                   .argument_bytes = sizeof arguments,
                                   .stream = stream};
    return fixture->device->vtable->launch(fixture->device, fixture->module, &launch, NULL);
}

/* The first launch adds the clock's events. Later launches add none. */
static void forget_first_launch(struct fixture *fixture)
{
    assert_true(launch_on(fixture, 0)); /* kernel h1, event e2 and stream s3 of stream 0, clock e4 */
    assert_true(fixture->device->vtable->synchronise(fixture->device, NULL));
    fake.log[0] = '\0';
    fake.next_handle = 100;
}

static unsigned stream_number(struct fixture *fixture, int stream)
{
    return fake_number(cuda_self(fixture->device)->streams[stream].stream);
}

static void side_streams_follow_stream_0_and_it_waits_for_them(void **state)
{
    struct fixture *fixture = *state;
    char expected[256];
    forget_first_launch(fixture);
    assert_true(launch_on(fixture, 1) && launch_on(fixture, 1) && launch_on(fixture, 2) && launch_on(fixture, 0));
    unsigned main_stream = stream_number(fixture, 0),
             reached = fake_number(cuda_self(fixture->device)->streams[0].reached);
    snprintf(expected, sizeof expected,
             "record e%u s%u;wait s102 e%u;launch s102;launch s102;wait s104 e%u;launch s104;"
             "record e101 s102;wait s%u e101;record e103 s104;wait s%u e103;launch s%u;",
             reached, main_stream, reached, reached, main_stream, main_stream, main_stream);
    assert_string_equal(fake.log, expected);
}

static void marks_order_two_streams(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    uint64_t mark = 99;
    forget_first_launch(fixture);
    assert_true(launch_on(fixture, 1));
    assert_true(device->vtable->mark(device, 1, &mark, NULL));
    assert_true(launch_on(fixture, 2));
    fake.log[0] = '\0';
    assert_true(device->vtable->wait_for(device, 2, device, mark, NULL));
    assert_string_equal(fake.log, "wait s105 e103;");
    assert_true(device->vtable->synchronise(device, NULL));
    fake.log[0] = '\0';
    assert_true(device->vtable->wait_for(device, 2, device, mark, NULL)); /* already over */
    assert_null(strstr(fake.log, "e103"));
}

static void copies_and_fills_go_where_the_device_says(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    device_address address = 0;
    char expected[64];
    assert_true(device->vtable->allocate(device, 64, "a", &address, NULL));
    device->stream = 3;
    assert_true(device->vtable->fill(device, address, 0, 64, NULL));
    snprintf(expected, sizeof expected, "fill 64 s%u;", stream_number(fixture, 3));
    assert_non_null(strstr(fake.log, expected));
    device->stream = 0;
}

/* --- graphs ----------------------------------------------------------------------------------- */

static void a_graph_is_recorded_on_stream_0_with_all_that_joins(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    forget_first_launch(fixture);
    assert_true(device->vtable->graph_begin(device, NULL));
    assert_true(launch_on(fixture, 0) && launch_on(fixture, 1));
    assert_true(device->vtable->graph_end(device, NULL));
    assert_true(device->vtable->synchronise(device, NULL));
    char *begun = strstr(fake.log, "mode 2;"), *joined = strstr(fake.log, "wait s102"),
         *ended = strstr(fake.log, "captured"), *launched = strstr(fake.log, "graph s");
    assert_true(begun && joined && ended && launched);
    assert_true(begun < joined && joined < ended && ended < launched);
    assert_null(strstr(launched + 1, "graph s"));
}

static void memory_of_a_graph_is_kept_until_it_has_run(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    device_address inside = 0, outside = 0;
    int value = 3;
    assert_true(device->vtable->graph_begin(device, NULL));
    assert_true(device->vtable->allocate(device, 4096, "inside", &inside, NULL));
    assert_true(device->vtable->write(device, inside, &value, sizeof value, NULL)); /* outside of the recording */
    assert_true(launch_on(fixture, 0));
    assert_true(device->vtable->release(device, inside, NULL));
    assert_true(device->vtable->graph_end(device, NULL));
    assert_true(device->vtable->allocate(device, 4096, "outside", &outside, NULL));
    assert_int_not_equal(inside, outside);
    assert_true(device->vtable->synchronise(device, NULL));
    device_address again = 0;
    assert_true(device->vtable->allocate(device, 4096, "again", &again, NULL));
    assert_int_equal(inside, again);
}

static void what_cannot_stand_in_a_graph_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    struct error error = {0};
    device_address address = 0;
    char byte = 0;
    assert_true(device->vtable->allocate(device, 64, "a", &address, NULL));
    assert_false(device->vtable->graph_end(device, &error));
    assert_true(device->vtable->graph_begin(device, NULL));
    assert_false(device->vtable->graph_begin(device, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_false(device->vtable->read(device, &byte, address, 1, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_false(device->vtable->synchronise(device, &error));
    fake_fail("capture_end", 904);
    assert_false(device->vtable->graph_end(device, &error));
    assert_non_null(strstr(error.message, "not joined at its end"));
    fake.failing = NULL;
    assert_true(launch_on(fixture, 0)); /* works as before */
    assert_true(device->vtable->read(device, &byte, address, 1, NULL));
    assert_true(device->vtable->graph_begin(device, NULL));
    fake_fail("graph_instantiate", 2);
    assert_false(device->vtable->graph_end(device, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
}

/* --- time ------------------------------------------------------------------------------------- */

static void time_runs_from_the_first_launch_to_the_synchronising(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    double elapsed_ns = 0;
    fake.elapsed_ms = 0.25f;
    assert_true(launch_on(fixture, 0) && launch_on(fixture, 0));
    assert_true(device->vtable->synchronise(device, NULL));
    assert_true(device->vtable->elapsed_ns(device, &elapsed_ns, NULL));
    assert_true(elapsed_ns == 250000.0);
    char *begun = strstr(fake.log, "record e"), *first = strstr(fake.log, "launch"), *ended = strrchr(fake.log, 'r');
    assert_true(begun && begun < first && first < ended);
    assert_true(device->vtable->elapsed_ns(device, &elapsed_ns, NULL));
    assert_true(elapsed_ns == 0);
}

static void making_a_graph_takes_no_time(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    double elapsed_ns = 0;
    fake.elapsed_ms = 0.25f;
    assert_true(device->vtable->time_begin(device, NULL));
    assert_true(launch_on(fixture, 0));
    assert_true(device->vtable->graph_begin(device, NULL));
    assert_true(launch_on(fixture, 0));
    assert_true(device->vtable->graph_end(device, NULL));
    assert_true(device->vtable->synchronise(device, NULL));
    char *captured = strstr(fake.log, "captured");
    assert_true(strstr(captured, "record e") < strstr(captured, "graph s"));
    assert_true(device->vtable->elapsed_ns(device, &elapsed_ns, NULL));
    assert_true(elapsed_ns == 500000.0); /* the launch before the graph, and the graph */
}

static void a_pause_is_not_counted(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    double elapsed_ns = 0;
    fake.elapsed_ms = 0.25f;
    assert_true(device->vtable->time_begin(device, NULL));
    for (int i = 0; i < 3; i++) { /* no launch before the first: no segment for it */
        assert_true(device->vtable->time_pause(device, NULL));
        assert_true(device->vtable->time_resume(device, NULL));
    }
    assert_true(launch_on(fixture, 0));
    assert_true(device->vtable->time_pause(device, NULL));
    assert_true(device->vtable->time_resume(device, NULL));
    assert_true(launch_on(fixture, 0));
    assert_true(device->vtable->synchronise(device, NULL));
    assert_true(device->vtable->elapsed_ns(device, &elapsed_ns, NULL));
    assert_true(elapsed_ns == 500000.0); /* the segments before and after the pause */
}

static void the_l2_is_flushed_by_twice_its_size(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    assert_true(device->vtable->flush_cache(device, NULL));
    assert_non_null(strstr(fake.log, "fill 2097152 ")); /* an L2 of 1 MiB */
    assert_true(device->vtable->flush_cache(device, NULL));
    char *first = strstr(fake.log, "allocate");
    assert_null(strstr(first + 1, "allocate"));
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

static void lines_held_on_purpose_are_let_go_of_behind_kernels(void **state)
{
    struct fixture *fixture = *state;
    struct device *device = fixture->device;
    assert_true(device->vtable->flush_cache(device, NULL) && device->vtable->flush_cache(device, NULL));
    assert_int_equal(count_of(fake.log, "reset l2;"), 1); /* of the context's last user */
    assert_true(launch_on(fixture, 0));
    assert_true(device->vtable->flush_cache(device, NULL) && device->vtable->flush_cache(device, NULL));
    assert_int_equal(count_of(fake.log, "reset l2;"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(side_streams_follow_stream_0_and_it_waits_for_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(marks_order_two_streams, set_up, tear_down),
        cmocka_unit_test_setup_teardown(copies_and_fills_go_where_the_device_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_graph_is_recorded_on_stream_0_with_all_that_joins, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_of_a_graph_is_kept_until_it_has_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_stand_in_a_graph_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(time_runs_from_the_first_launch_to_the_synchronising, set_up, tear_down),
        cmocka_unit_test_setup_teardown(making_a_graph_takes_no_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_pause_is_not_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_l2_is_flushed_by_twice_its_size, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_held_on_purpose_are_let_go_of_behind_kernels, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
