/* Tests the GPU's memory: reuse of released buffers, freeing them when it is full, messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_fake.h"

static void bytes_go_there_and_back(void **state)
{
    (void)state;
    struct device *device = fake_open();
    device_address first = 0, second = 0;
    char text[] = "twelve bytes", got[sizeof text] = "";
    assert_true(device->vtable->allocate(device, sizeof text, "a", &first, NULL));
    assert_true(device->vtable->allocate(device, 0, "nothing", &second, NULL));
    assert_int_not_equal(first, second);
    assert_true(device->vtable->fill(device, second, 1, 0, NULL));
    assert_true(device->vtable->release(device, second, NULL));
    assert_true(device->vtable->allocate(device, sizeof text, "b", &second, NULL));
    assert_true(device->vtable->write(device, first, text, sizeof text, NULL));
    assert_true(device->vtable->copy(device, second, first, sizeof text, NULL));
    assert_true(device->vtable->fill(device, second, 'x', 3, NULL));
    assert_true(device->vtable->read(device, got, second, sizeof got, NULL));
    assert_string_equal(got, "xxxlve bytes");
    device_close(device);
}

static void released_memory_is_used_again(void **state)
{
    (void)state;
    struct device *device = fake_open();
    device_address first = 0, again = 0, other = 0;
    assert_true(device->vtable->allocate(device, 1000, "a", &first, NULL));
    assert_true(device->vtable->release(device, first, NULL));
    assert_true(device->vtable->allocate(device, 1001, "b", &again, NULL));
    assert_int_equal(first, again); /* both take 1024 bytes */
    assert_true(device->vtable->allocate(device, 1000, "c", &other, NULL));
    assert_int_not_equal(first, other);
    device_close(device);
    assert_int_equal(fake.memory_left, (size_t)64 << 20);
}

static void a_full_gpu_gives_up_what_nobody_uses_and_then_says_so(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct error error = {0};
    device_address half = 0, all = 0, more = 0;
    assert_true(device->vtable->allocate(device, 48 << 20, "half", &half, NULL));
    assert_true(device->vtable->release(device, half, NULL));
    assert_true(device->vtable->allocate(device, 64 << 20, "all", &all, &error));
    assert_non_null(strstr(fake.log, "free"));
    assert_false(device->vtable->allocate(device, 1 << 20, "weights", &more, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
    assert_string_equal(error.message, "weights needs 1.0 MiB of the GPU's memory, and 0.0 of its 1024.0 MiB are free");
    assert_false(device->vtable->allocate(device, UINT64_MAX, "everything", &more, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
    assert_int_equal(more, 0);
    device_close(device);
}

static void only_buffers_that_exist_are_released(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct error error = {0};
    device_address address = 0;
    assert_true(device->vtable->allocate(device, 64, "a", &address, NULL));
    assert_false(device->vtable->release(device, address + 512, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_true(device->vtable->release(device, address, NULL));
    assert_false(device->vtable->release(device, address, &error));
    device_close(device);
}

/* The context and its memory outlive the device. */
static void closing_wipes_what_was_written(void **state)
{
    (void)state;
    struct device *device = fake_open();
    device_address used = 0, released = 0;
    assert_true(device->vtable->allocate(device, 4096, "used", &used, NULL));
    assert_true(device->vtable->allocate(device, 1024, "released", &released, NULL));
    assert_true(device->vtable->release(device, released, NULL));
    fake.log[0] = '\0';
    device_close(device);
    char *first = strstr(fake.log, "fill 1024"), *second = strstr(fake.log, "fill 4096"),
         *freed = strstr(fake.log, "free");
    assert_true(first && second && freed && first < freed && second < freed);
}

static void a_refused_transfer_is_an_error(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct error error = {0};
    device_address address = 0;
    char byte = 0;
    assert_true(device->vtable->allocate(device, 64, "a", &address, NULL));
    fake_fail("memory_write", 1);
    assert_false(device->vtable->write(device, address, &byte, 1, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_string_equal(error.message,
                        "writing 1 bytes to the GPU: the driver refused one of the values (CUDA error 1)");
    assert_false(device->lost);
    device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_go_there_and_back),
        cmocka_unit_test(released_memory_is_used_again),
        cmocka_unit_test(a_full_gpu_gives_up_what_nobody_uses_and_then_says_so),
        cmocka_unit_test(only_buffers_that_exist_are_released),
        cmocka_unit_test(closing_wipes_what_was_written),
        cmocka_unit_test(a_refused_transfer_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
