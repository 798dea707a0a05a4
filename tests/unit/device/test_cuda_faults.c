/* Tests kernels that break: the observation names the fault, and the device is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cuda_fake.h"

static bool launch(struct device *device, struct device_module *module, struct error *error)
{
    static const char arguments[32];
    struct device_launch launched = {.kernel = "k",
                                     .grid = {1, 1, 1},
                                     .block = {32, 1, 1},
                                     .arguments = arguments,
                                     .argument_bytes = sizeof arguments};
    return device->vtable->launch(device, module, &launched, error);
}

static void expect_lost(struct device *device, const char *words)
{
    struct error error = {0};
    device_address address = 0;
    assert_true(device->lost);
    assert_false(device->vtable->allocate(device, 64, "a", &address, &error));
    assert_int_equal(error.code, ERROR_CRASH);
    if (!strstr(error.message, words))
        fail_msg("said '%s', not '%s'", error.message, words);
    assert_non_null(strstr(error.hint, "new process"));
    assert_false(device->vtable->write(device, 0x1000, &address, 8, &error));
    assert_false(device->vtable->fill(device, 0x1000, 0, 8, &error));
    assert_null(fake_load(device, &error));
}

/* The driver's number, and the message for the learner. */
static const struct {
    int status;
    const char *words;
} faults[] = {
    {700, "an address that lies in no buffer"},   {710, "an assertion in the kernel failed"}, {715, "ran into a trap"},
    {716, "not a multiple of the access's size"}, {719, "ended in a fault or a trap"},        {714, "call stack"}};

static void a_fault_is_found_when_waiting(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct device *device = fake_open();
        struct device_module *module = fake_load(device, NULL);
        assert_true(launch(device, module, NULL));
        fake_fail("stream_query", faults[i].status);
        assert_true(device->vtable->synchronise(device, NULL));
        assert_true(device->observation->faulted);
        assert_non_null(strstr(device->observation->fault, faults[i].words));
        expect_lost(device, faults[i].words);
        device->vtable->unload(device, module);
        device_close(device);
        assert_null(strstr(fake.log, "unload"));
    }
}

static void a_fault_is_found_by_the_next_launch(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_module *module = fake_load(device, NULL);
    assert_true(launch(device, module, NULL));
    fake_fail("launch", 700);
    assert_true(launch(device, module, NULL)); /* the plan sees that the kernel stopped */
    assert_true(device->observation->faulted);
    assert_int_equal(device->observation->kernels[0].launches, 1);
    assert_true(device->vtable->synchronise(device, NULL));
    expect_lost(device, "lies in no buffer");
    device->vtable->unload(device, module);
    device_close(device);
}

static void a_fault_found_by_reading_is_an_error_and_an_observation(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_module *module = fake_load(device, NULL);
    struct error error = {0};
    device_address address = 0;
    char byte = 0;
    assert_true(device->vtable->allocate(device, 64, "a", &address, NULL));
    assert_true(launch(device, module, NULL));
    fake_fail("stream_query", 716);
    assert_false(device->vtable->read(device, &byte, address, 1, &error));
    assert_int_equal(error.code, ERROR_CRASH);
    assert_true(device->observation->faulted);
    assert_true(device->vtable->release(device, address, NULL)); /* the context's end freed it */
    device->vtable->unload(device, module);
    fake.log[0] = '\0';
    device_close(device);
    assert_null(strstr(fake.log, "free"));
    fake_memory_free(address); /* as the end of the process does */
}

static void a_kernel_that_never_ends_meets_the_deadline(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_module *module = fake_load(device, NULL);
    assert_true(launch(device, module, NULL));
    fake.busy_queries = -1;
    device->deadline_ns = (uint64_t)clock_deadline_ns(5000000);
    assert_true(device->vtable->synchronise(device, NULL));
    assert_true(device->observation->timed_out && !device->observation->faulted);
    expect_lost(device, "did not end in time");
    device->vtable->unload(device, module);
    device_close(device); /* does not wait for the kernel */
}

static void a_slow_kernel_is_waited_for(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_module *module = fake_load(device, NULL);
    assert_true(launch(device, module, NULL));
    fake.busy_queries = 1000;
    assert_true(device->vtable->synchronise(device, NULL));
    assert_false(device->observation->timed_out || device->lost);
    device->vtable->unload(device, module);
    device_close(device);
}

static void what_is_not_the_kernels_doing_is_an_error(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct error error = {0};
    fake_fail("stream_query", 214);
    assert_false(device->vtable->synchronise(device, &error));
    assert_int_equal(error.code, ERROR_CRASH);
    assert_true(device->lost && !device->observation->faulted);
    device_close(device);
}

static void the_displays_watchdog_counts_as_a_timeout(void **state)
{
    (void)state;
    struct device *device = fake_open();
    fake_fail("stream_query", 702);
    assert_true(device->vtable->synchronise(device, NULL));
    assert_true(device->observation->timed_out);
    device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_is_found_when_waiting),
        cmocka_unit_test(a_fault_is_found_by_the_next_launch),
        cmocka_unit_test(a_fault_found_by_reading_is_an_error_and_an_observation),
        cmocka_unit_test(a_kernel_that_never_ends_meets_the_deadline),
        cmocka_unit_test(a_slow_kernel_is_waited_for),
        cmocka_unit_test(what_is_not_the_kernels_doing_is_an_error),
        cmocka_unit_test(the_displays_watchdog_counts_as_a_timeout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
