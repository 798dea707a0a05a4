/* Tests buffers of a GPU at addresses of the caller's choice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_fake.h"

static const device_address window = UINT64_C(1) << 45; /* AddressSanitizer leaves it free */

static device_address allocate(struct device *device, uint64_t size_bytes)
{
    device_address address = 0;
    assert_true(device->vtable->allocate(device, size_bytes, "a", &address, NULL));
    return address;
}

static void buffers_are_in_the_window_and_apart(void **state)
{
    (void)state;
    struct device *device = fake_open();
    char text[] = "twelve bytes", got[sizeof text] = "";
    assert_true(device->runtime->place(device, window, UINT64_C(1) << 40, NULL));
    device_address first = allocate(device, sizeof text), second = allocate(device, FAKE_GRAIN_BYTES + 1);
    assert_int_equal(first, window);
    assert_int_equal(second, window + 2 * FAKE_GRAIN_BYTES);
    assert_true(device->vtable->write(device, second, text, sizeof text, NULL));
    assert_true(device->vtable->copy(device, first, second, sizeof text, NULL));
    assert_true(device->vtable->read(device, got, first, sizeof got, NULL));
    assert_string_equal(got, text);
    device_close(device);
    assert_int_equal(fake.memory_left, (size_t)64 << 20);
    assert_non_null(strstr(fake.log, "free window"));
}

/* A full GPU gives up what nobody uses, and the gap is filled again. */
static void gaps_are_filled(void **state)
{
    (void)state;
    struct device *device = fake_open();
    assert_true(device->runtime->place(device, window, UINT64_C(1) << 40, NULL));
    device_address first = allocate(device, 20 << 20), second = allocate(device, 20 << 20);
    assert_true(device->vtable->release(device, first, NULL));
    device_address third = allocate(device, 40 << 20);
    assert_true(third > second);
    assert_int_equal(allocate(device, 4 << 20), window);
    struct error error = {0};
    assert_false(device->vtable->allocate(device, 40 << 20, "more", &first, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
    device_close(device);
}

static void a_driver_that_chooses_addresses_itself_is_refused(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct error error = {0};
    fake.moves_windows = 1;
    assert_false(device->runtime->place(device, window, UINT64_C(1) << 40, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_non_null(strstr(fake.log, "free window"));
    device_close(device);
    struct cuda_functions functions = fake_functions();
    struct device_request request = {.kind = "cuda", .count = 1};
    functions.memory_map = NULL;
    assert_true(cuda_open_with(&functions, &request, 0, &device, NULL));
    assert_false(device->runtime->place(device, window, UINT64_C(1) << 40, &error));
    device_close(device);
}

/* What could not be mapped or opened is not kept. */
static void failed_buffers_leave_nothing(void **state)
{
    (void)state;
    static const char *const failing[] = {"memory_create", "memory_map", "memory_allow"};
    for (size_t i = 0; i < sizeof failing / sizeof failing[0]; i++) {
        struct device *device = fake_open();
        device_address address;
        struct error error = {0};
        assert_true(device->runtime->place(device, window, UINT64_C(1) << 40, NULL));
        fake_fail(failing[i], 1);
        assert_false(device->vtable->allocate(device, 1, "a", &address, &error));
        assert_int_equal(error.code, ERROR_RANGE);
        device_close(device);
        assert_int_equal(fake.memory_left, (size_t)64 << 20);
    }
}

static void a_runtime_asks_about_the_gpu(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_limits limits;
    fake.attributes[CU_DEVICE_THREADS_PER_SM] = 2048;
    device->runtime->describe(device, &limits);
    assert_int_equal(limits.threads_per_sm, 2048);
    assert_int_equal(limits.memory_bus_bits, 5120);
    assert_int_equal(device->runtime->fault(device), 0);
    fake_fail("stream_query", 716);
    assert_true(device->vtable->synchronise(device, NULL)); /* a fault is a result */
    assert_int_equal(device->runtime->fault(device), 716);
    device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_are_in_the_window_and_apart),
        cmocka_unit_test(gaps_are_filled),
        cmocka_unit_test(a_driver_that_chooses_addresses_itself_is_refused),
        cmocka_unit_test(failed_buffers_leave_nothing),
        cmocka_unit_test(a_runtime_asks_about_the_gpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
