/* Tests tensor maps as the driver gets them, innermost dimension first, and the rules for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_fake.h"

static const struct device_tensor_map good = {.address = 0x1000,
                                              .element_bytes = 2,
                                              .is_float = true,
                                              .rank = 3,
                                              .shape = {5, 100, 64},
                                              .box = {1, 16, 32},
                                              .swizzle_bytes = 64};

static void dimensions_are_turned_round(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_tensor_map map = good;
    uint8_t bytes[DEVICE_TENSOR_MAP_BYTES] = {0};
    assert_true(device->vtable->tensor_map(device, &map, bytes, NULL));
    assert_int_equal(bytes[127], 0x5a);
    assert_int_equal(fake.tensor_type, CU_TENSOR_F16);
    assert_int_equal(fake.tensor_swizzle, CU_TENSOR_SWIZZLE_64);
    assert_int_equal(fake.tensor_shape[0], 64);
    assert_int_equal(fake.tensor_shape[2], 5);
    assert_int_equal(fake.tensor_strides[0], 128);
    assert_int_equal(fake.tensor_strides[1], 12800);
    assert_int_equal(fake.tensor_box[0], 32);
    assert_int_equal(fake.tensor_box[1], 16);
    map.is_bfloat = true;
    assert_true(device->vtable->tensor_map(device, &map, bytes, NULL));
    assert_int_equal(fake.tensor_type, CU_TENSOR_BF16);
    device_close(device);
}

static void expect_refusal(struct device *device, const struct device_tensor_map *map, const char *message)
{
    struct error error = {0};
    uint8_t bytes[DEVICE_TENSOR_MAP_BYTES] = {1};
    assert_false(device->vtable->tensor_map(device, map, bytes, &error));
    if (!strstr(error.message, message))
        fail_msg("said '%s', not '%s'", error.message, message);
    assert_int_equal(bytes[0], 1);
}

static void broken_rules_are_named(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_tensor_map map = good;
    map.address = 0x1008;
    expect_refusal(device, &map, "multiple of 16 bytes");
    map = good;
    map.shape[2] = 60;
    expect_refusal(device, &map, "rows of 120 bytes");
    map = good;
    map.box[2] = 12;
    expect_refusal(device, &map, "a box whose rows have 24 bytes");
    map = good;
    map.box[2] = 64;
    expect_refusal(device, &map, "128 bytes, more than the swizzle's 64");
    map = good;
    map.box[1] = 257;
    expect_refusal(device, &map, "a box has 1 to 256");
    map = good;
    map.swizzle_bytes = 48;
    map.box[2] = 8;
    expect_refusal(device, &map, "a swizzle of 48 bytes");
    map = good;
    map.element_bytes = 3;
    expect_refusal(device, &map, "elements of 3 bytes");
    map = good;
    map.rank = 6;
    expect_refusal(device, &map, "6 dimensions; 1 to 5");
    fake_fail("tensor_map", 1);
    expect_refusal(device, &good, "encoding a tensor map: the driver refused one of the values");
    cuda_self(device)->has_tensor_maps = false;
    expect_refusal(device, &good, "has no tensor maps");
    device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimensions_are_turned_round),
        cmocka_unit_test(broken_rules_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
