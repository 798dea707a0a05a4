/* Tests which devices can be opened, and the messages for the others. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/device.h"

/* Gradings look for a GPU in threads of their own, while others read the environment. */
static void a_look_for_a_gpu_leaves_the_environment(void **state)
{
    (void)state;
    unsetenv("CUDA_MODULE_LOADING");
    device_prepare();
    char **before = environ;
    size_t count = 0;
    while (environ[count])
        count++;
    device_available("cuda", NULL);
    device_count("cuda");
    assert_ptr_equal(environ, before);
    assert_null(environ[count]);
    assert_string_equal(getenv("CUDA_MODULE_LOADING"), "EAGER");
}

static void expect_refusal(struct device_request request, enum error_code code, const char *message)
{
    struct device *devices[DEVICE_COUNT_MAX] = {0};
    struct error error = {0};
    assert_false(device_open(&request, devices, &error));
    assert_int_equal(error.code, code);
    if (!strstr(error.message, message))
        fail_msg("said '%s', not '%s'", error.message, message);
    assert_null(devices[0]);
}

static void requests_that_cannot_be_met_say_why(void **state)
{
    (void)state;
    expect_refusal((struct device_request){.kind = "quantum", .count = 1}, ERROR_NOT_FOUND, "called 'quantum'");
    expect_refusal((struct device_request){.kind = "virtual:", .count = 1}, ERROR_NOT_FOUND, "called 'virtual:'");
    expect_refusal((struct device_request){.kind = "cuda:x", .count = 1}, ERROR_NOT_FOUND, "called 'cuda:x'");
    expect_refusal((struct device_request){.kind = "cuda:111", .count = 1}, ERROR_NOT_FOUND, "called 'cuda:111'");
    expect_refusal((struct device_request){.kind = "virtual", .count = 0}, ERROR_RANGE, "0 devices asked for");
    expect_refusal((struct device_request){.kind = "virtual", .count = 17}, ERROR_RANGE, "1 to 16");
    expect_refusal((struct device_request){.kind = "virtual", .count = 1, .architecture = "abacus"}, ERROR_NOT_FOUND,
                   "abacus");
}

static void a_machine_without_a_driver_is_told_so(void **state)
{
    (void)state;
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (driver) {
        dlclose(driver);
        skip();
    }
    struct error error = {0};
    assert_false(device_available("cuda", &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "libcuda.so.1"));
    assert_non_null(strstr(error.hint, "virtual"));
    expect_refusal((struct device_request){.kind = "cuda", .count = 1}, ERROR_UNSUPPORTED, "no CUDA driver");
}

static void the_virtual_device_is_always_there(void **state)
{
    (void)state;
    struct device *devices[2];
    struct device_request request = {.kind = "virtual", .count = 2, .seed = 7};
    assert_true(device_available("virtual", NULL));
    assert_true(device_open(&request, devices, NULL));
    const struct device_properties *properties = &devices[1]->properties;
    assert_string_equal(properties->kind, "virtual");
    assert_int_equal(properties->warp_lanes, 32);
    assert_int_equal(properties->compute_major, 9);
    assert_int_equal(device_count("virtual:14"), 2);
    assert_int_equal(device_count("virtual:99"), 0);
    assert_true(properties->checks && properties->peers && !properties->measures_time);
    assert_int_equal(devices[0]->seed, 7);
    device_close(devices[0]);
    device_close(devices[1]);
    device_close(NULL);
}

static void kinds_are_known_before_one_is_opened(void **state)
{
    (void)state;
    assert_true(device_known("auto") && device_known("virtual") && device_known("cuda") && device_known("cuda:1"));
    assert_false(device_known("") || device_known("cud") || device_known("virtual:1") || device_known("cuda:x"));
    assert_true(device_kind_measures_time("cuda") && device_kind_measures_time("cuda:3"));
    assert_false(device_kind_measures_time("virtual") || device_kind_measures_time("") ||
                 device_kind_measures_time("auto"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_for_a_gpu_leaves_the_environment),
        cmocka_unit_test(requests_that_cannot_be_met_say_why),
        cmocka_unit_test(a_machine_without_a_driver_is_told_so),
        cmocka_unit_test(the_virtual_device_is_always_there),
        cmocka_unit_test(kinds_are_known_before_one_is_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
