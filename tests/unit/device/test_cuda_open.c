/* Tests which GPUs can be opened, their properties, and the messages for the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_fake.h"

static void expect_refusal(const struct cuda_functions *functions, int count, const char *message)
{
    struct device_request request = {.kind = "cuda", .count = count};
    struct device *devices[DEVICE_COUNT_MAX] = {0};
    struct error error = {0};
    assert_false(cuda_open_with(functions, &request, 0, devices, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    if (!strstr(error.message, message))
        fail_msg("said '%s', not '%s'", error.message, message);
    assert_null(devices[0]);
}

static void a_driver_that_cannot_be_used_says_why(void **state)
{
    (void)state;
    struct cuda_functions functions = fake_functions();
    fake.version = 11080;
    expect_refusal(&functions, 1, "too old: it speaks CUDA 11.8, and 12.0 is needed");
    fake.version = 12000;
    fake.gpus = 0;
    expect_refusal(&functions, 1, "finds no GPU");
    fake.gpus = 1;
    expect_refusal(&functions, 2, "2 GPUs are needed, this machine has 1");
    fake_fail("initialise", 100);
    expect_refusal(&functions, 1, "does not start: the driver finds no GPU (CUDA error 100)");
    fake_fail("initialise", 803);
    expect_refusal(&functions, 1, "different versions");
    fake_fail("context_retain", 46);
    expect_refusal(&functions, 1, "opening GPU 0: the GPU is used exclusively by another process");
}

static void a_second_gpu_that_fails_closes_the_first(void **state)
{
    (void)state;
    struct cuda_functions functions = fake_functions();
    fake_fail("context_retain", 46);
    fake.failing_after = 1;
    expect_refusal(&functions, 2, "opening GPU 1");
    assert_string_equal(fake.log, "retain 0;limit 6=0;retain 1;");
}

static void what_the_gpu_can_do_is_known(void **state)
{
    (void)state;
    struct device *device = fake_open();
    const struct device_properties *properties = &device->properties;
    assert_string_equal(properties->kind, "cuda");
    assert_string_equal(properties->name, "Fake GPU 0");
    assert_int_equal(properties->compute_major, 9);
    assert_int_equal(properties->sm_count, 132);
    assert_int_equal(properties->shared_bytes_per_block_optin, 232448);
    assert_int_equal(properties->max_block[2], 64);
    assert_int_equal(properties->max_grid[1], 65535);
    assert_true(properties->measures_time && properties->clusters && properties->cooperative && !properties->checks);
    /* 2.619 GHz, 2 transfers per cycle, 640 bytes; 132 SMs of 128 lanes at 1.98 GHz */
    assert_true(properties->dram_bytes_per_second > 3.352e12 && properties->dram_bytes_per_second < 3.353e12);
    assert_true(properties->fp32_flops > 66.8e12 && properties->fp32_flops < 67.0e12);
    assert_true(properties->fp16_flops == 0); /* the table of architectures has no such product */
    assert_int_equal(device->seed, 7);
    device_close(device);
}

static void peers_reach_each_other_or_say_that_they_cannot(void **state)
{
    (void)state;
    struct cuda_functions functions = fake_functions();
    struct device_request request = {.kind = "cuda", .count = 2};
    struct device *devices[2];
    struct error error = {0};
    assert_true(cuda_open_with(&functions, &request, 0, devices, NULL));
    assert_true(devices[0]->properties.peers && devices[1]->properties.peers);
    assert_true(device_enable_peers(devices, 2, &error));
    assert_non_null(strstr(fake.log, "reach 1001;reach 1000;"));
    fake_fail("context_reach", CU_PEER_ACCESS_ALREADY_ENABLED);
    assert_true(device_enable_peers(devices, 2, &error));
    fake.failing = NULL;
    fake.attributes[0] = 0;
    assert_false(device_enable_peers(devices, 2, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "GPU 0 cannot reach the memory of GPU 1");
    device_close(devices[0]);
    device_close(devices[1]);
}

static void a_gpu_is_chosen_by_its_number(void **state)
{
    (void)state;
    struct cuda_functions functions = fake_functions();
    struct device_request request = {.kind = "cuda", .count = 1};
    struct device *device = NULL;
    struct error error = {0};
    assert_true(cuda_open_with(&functions, &request, 1, &device, NULL));
    assert_non_null(strstr(fake.log, "retain 1;"));
    assert_string_equal(device->properties.uuid, "GPU-10111213-1415-1617-1819-1a1b1c1d1e1f");
    device_close(device);
    assert_false(cuda_open_with(&functions, &request, 2, &device, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "there is no cuda:2: GPUs count from cuda:0, and this machine has 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_driver_that_cannot_be_used_says_why),
        cmocka_unit_test(a_second_gpu_that_fails_closes_the_first),
        cmocka_unit_test(what_the_gpu_can_do_is_known),
        cmocka_unit_test(peers_reach_each_other_or_say_that_they_cannot),
        cmocka_unit_test(a_gpu_is_chosen_by_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
