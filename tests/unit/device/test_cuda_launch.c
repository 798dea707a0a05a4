/* Tests every form of a launch as the driver gets it, and launches that every GPU refuses. */
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
    struct device_launch launch;
    char arguments[32]; /* a pointer, a float, a structure of 16 bytes */
    struct error error;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->device = fake_open();
    fixture->module = fake_load(fixture->device, NULL);
    fixture->launch = (struct device_launch){.kernel = "k",
                                             .grid = {4, 2, 1},
                                             .block = {64, 2, 1},
                                             .arguments = fixture->arguments,
                                             .argument_bytes = sizeof fixture->arguments};
    fake.log[0] = '\0';
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    fixture->device->vtable->unload(fixture->device, fixture->module);
    device_close(fixture->device);
    free(fixture);
    return 0;
}

static bool launch(struct fixture *fixture)
{
    return fixture->device->vtable->launch(fixture->device, fixture->module, &fixture->launch, &fixture->error);
}

static void expect_refusal(struct fixture *fixture, enum error_code code, const char *message)
{
    fake.log[0] = '\0';
    assert_false(launch(fixture));
    assert_int_equal(fixture->error.code, code);
    if (!strstr(fixture->error.message, message))
        fail_msg("said '%s', not '%s'", fixture->error.message, message);
    assert_null(strstr(fake.log, "launch"));
}

static void a_plain_launch_carries_shape_and_arguments(void **state)
{
    struct fixture *fixture = *state;
    assert_true(launch(fixture));
    assert_int_equal(fake.config.grid[1], 2);
    assert_int_equal(fake.config.block[0], 64);
    assert_int_equal(fake.config.attribute_count, 0);
    for (int i = 0; i < 3; i++)
        assert_ptr_equal(fake.arguments[i], fixture->arguments + 8 * i);
    assert_true(launch(fixture));
    const struct observation *observation = fixture->device->observation;
    assert_int_equal(observation->kernel_count, 1);
    assert_int_equal(observation->kernels[0].launches, 2);
    assert_int_equal(observation->kernels[0].registers, 128);
    assert_int_equal(observation->kernels[0].grid[0], 4);
}

static void large_shared_memory_is_asked_for_once(void **state)
{
    struct fixture *fixture = *state;
    fixture->launch.dynamic_shared_bytes = 48 << 10; /* with 1024 static bytes this exceeds 48 KB */
    assert_true(launch(fixture) && launch(fixture));
    assert_int_equal(fake.config.dynamic_shared_bytes, 48 << 10);
    char *first = strstr(fake.log, "set 8=49152;");
    assert_non_null(first);
    assert_null(strstr(first + 1, "set 8"));
    fixture->launch.dynamic_shared_bytes = 232448;
    expect_refusal(fixture, ERROR_RANGE, "1024 + 232448 bytes of shared memory for a block, at most 232448");
}

static void clusters_and_cooperation_are_attributes(void **state)
{
    struct fixture *fixture = *state;
    fixture->launch.cooperative = true;
    fixture->launch.cluster[0] = 2;
    fixture->launch.cluster[1] = fixture->launch.cluster[2] = 1;
    assert_true(launch(fixture));
    assert_int_equal(fake.config.attribute_count, 2);
    assert_int_equal(fake.attributes_of_launch[0].id, CU_LAUNCH_COOPERATIVE);
    assert_int_equal(fake.attributes_of_launch[0].value.cooperative, 1);
    assert_int_equal(fake.attributes_of_launch[1].id, CU_LAUNCH_CLUSTER);
    assert_int_equal(fake.attributes_of_launch[1].value.cluster[0], 2);
    assert_null(strstr(fake.log, "set 14"));
    fixture->launch.cooperative = false;
    fixture->launch.grid[0] = fixture->launch.cluster[0] = 16;
    assert_true(launch(fixture));
    assert_non_null(strstr(fake.log, "set 14=1;"));
}

static void launches_that_no_gpu_takes_are_refused_in_words(void **state)
{
    struct fixture *fixture = *state;
    struct device_launch good = fixture->launch;
    fixture->launch.grid[0] = 0;
    expect_refusal(fixture, ERROR_RANGE, "grid dimension x is 0, 1 to 2147483647 are possible");
    fixture->launch = good;
    fixture->launch.grid[2] = 65536;
    expect_refusal(fixture, ERROR_RANGE, "grid dimension z is 65536, 1 to 65535");
    fixture->launch = good;
    fixture->launch.block[2] = 65;
    expect_refusal(fixture, ERROR_RANGE, "block dimension z is 65, 1 to 64");
    fixture->launch = good;
    fixture->launch.block[1] = 1024;
    expect_refusal(fixture, ERROR_RANGE, "a block of 65536 threads, at most 1024");
    fixture->launch = good;
    fixture->launch.block[1] = 9;
    expect_refusal(fixture, ERROR_RANGE,
                   "a block of 576 threads; of this kernel, with 128 registers a thread, 512 fit");
    fixture->launch = good;
    fixture->launch.cluster[0] = 3;
    fixture->launch.cluster[1] = fixture->launch.cluster[2] = 1;
    expect_refusal(fixture, ERROR_RANGE, "grid dimension x is 4, which is no multiple of the cluster's 3");
    fixture->launch = good;
    fixture->launch.cooperative = true;
    fixture->launch.grid[0] = 1000;
    expect_refusal(fixture, ERROR_RANGE, "a cooperative grid has 2000 blocks, but only 1056 can run at a time");
    fixture->launch = good;
    fixture->launch.argument_bytes = 31;
    expect_refusal(fixture, ERROR_RANGE, "31 bytes of arguments, kernel 'k' takes 32 or more");
    fixture->launch = good;
    fixture->launch.stream = CUDA_STREAMS_MAX;
    expect_refusal(fixture, ERROR_RANGE, "stream 64; 0 to 63");
    fixture->launch = good;
    fixture->launch.kernel = "missing";
    expect_refusal(fixture, ERROR_NOT_FOUND, "no kernel 'missing'");
    fixture->device->properties.clusters = false;
    fixture->launch = good;
    fixture->launch.cluster[0] = fixture->launch.cluster[1] = fixture->launch.cluster[2] = 1;
    expect_refusal(fixture, ERROR_UNSUPPORTED, "does not run clusters");
    assert_false(fixture->device->lost);
}

static void the_drivers_refusal_is_told(void **state)
{
    struct fixture *fixture = *state;
    fake_fail("launch", 701);
    assert_false(launch(fixture));
    assert_int_equal(fixture->error.code, ERROR_RANGE);
    assert_string_equal(fixture->error.message,
                        "launching 'k': a block needs more registers or shared memory than an SM has (CUDA error 701)");
    assert_false(fixture->device->lost);
    assert_int_equal(fixture->device->observation->kernel_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_plain_launch_carries_shape_and_arguments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_shared_memory_is_asked_for_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(clusters_and_cooperation_are_attributes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(launches_that_no_gpu_takes_are_refused_in_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_drivers_refusal_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
