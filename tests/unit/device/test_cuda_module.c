/* Tests compiled files on the GPU: CUBIN before PTX, parameters of kernels, load errors. */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_fake.h"

static Elf64_Ehdr small_cubin(void)
{
    Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64}, .e_shoff = sizeof header};
    return header;
}

static void the_cubin_comes_first_and_the_ptx_helps_out(void **state)
{
    (void)state;
    struct device *device = fake_open();
    Elf64_Ehdr cubin = small_cubin();
    struct device_image image = {
        .ptx = fake_ptx, .ptx_bytes = sizeof fake_ptx - 1, .cubin = &cubin, .cubin_bytes = sizeof cubin};
    struct device_module *module = device->vtable->load(device, &image, NULL);
    assert_non_null(module);
    assert_string_equal(fake.log, "load cubin;");
    device->vtable->unload(device, module);
    fake.log[0] = '\0';
    fake_fail("load_cubin", CU_NO_BINARY_FOR_GPU);
    module = device->vtable->load(device, &image, NULL);
    assert_non_null(module);
    assert_string_equal(fake.log, "load cubin;load ptx;");
    device->vtable->unload(device, module);
    device_close(device);
}

static void a_cubin_that_is_cut_off_never_reaches_the_driver(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct error error = {0};
    Elf64_Ehdr cubin = small_cubin();
    struct device_image image = {.cubin = &cubin, .cubin_bytes = sizeof cubin - 1};
    assert_null(device->vtable->load(device, &image, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    image.cubin_bytes = sizeof cubin;
    cubin.e_shnum = 3;
    cubin.e_shentsize = 64;
    assert_null(device->vtable->load(device, &image, &error));
    cubin.e_shnum = 0;
    cubin.e_shoff = UINT64_MAX;
    assert_null(device->vtable->load(device, &image, &error));
    assert_string_equal(fake.log, "");
    device_close(device);
}

static void a_driver_older_than_the_compiler_is_named(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct error error = {0};
    fake.version = 12040;
    fake_fail("load_ptx", CU_UNSUPPORTED_PTX_VERSION);
    assert_null(fake_load(device, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_string_equal(error.message,
                        "loading k.cu: the NVIDIA driver (CUDA 12.4) is older than the compiler that made the PTX");
    assert_non_null(strstr(error.hint, "capability 9.0"));
    fake_fail("load_ptx", 218);
    assert_null(fake_load(device, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    assert_non_null(strstr(error.message, "line 3: no such thing that is all: the driver does not accept the PTX"));
    device_close(device);
}

static void parameters_come_from_the_ptx(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_module *module = fake_load(device, NULL);
    struct device_parameter parameters[3];
    struct error error = {0};
    uint32_t count = 0;
    assert_true(device->vtable->kernel_parameters(module, "k", parameters, 3, &count, NULL));
    assert_int_equal(count, 3);
    assert_int_equal(parameters[0].kind, DEVICE_PARAMETER_INTEGER);
    assert_int_equal(parameters[1].kind, DEVICE_PARAMETER_FLOAT);
    assert_int_equal(parameters[1].offset_bytes, 8);
    assert_int_equal(parameters[2].kind, DEVICE_PARAMETER_BYTES);
    assert_int_equal(parameters[2].offset_bytes, 16);
    assert_int_equal(parameters[2].size_bytes, 16);
    assert_false(device->vtable->kernel_parameters(module, "missing", parameters, 3, &count, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_non_null(strstr(error.hint, "__global__ void missing"));
    device->vtable->unload(device, module);
    device_close(device);
}

static void without_readable_ptx_the_driver_tells_the_layout(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_image image = {.ptx = "nonsense", .ptx_bytes = 8};
    struct device_module *module = device->vtable->load(device, &image, NULL);
    struct device_parameter parameters[4];
    uint32_t count = 0;
    assert_true(device->vtable->kernel_parameters(module, "k", parameters, 4, &count, NULL));
    assert_int_equal(count, 2);
    assert_int_equal(parameters[1].offset_bytes, 8);
    assert_int_equal(parameters[1].size_bytes, 4);
    device->vtable->unload(device, module);
    device_close(device);
}

static void variables_are_found_by_name(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_module *module = fake_load(device, NULL);
    struct error error = {0};
    device_address address = 0;
    uint64_t size_bytes = 0;
    assert_true(device->vtable->symbol(module, "table", &address, &size_bytes, NULL));
    assert_int_equal(address, 0x7000);
    assert_int_equal(size_bytes, 64);
    assert_false(device->vtable->symbol(module, "chair", &address, &size_bytes, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    device->vtable->unload(device, module);
    device_close(device);
}

static void blocks_that_fit_nowhere_are_none(void **state)
{
    (void)state;
    struct device *device = fake_open();
    struct device_module *module = fake_load(device, NULL);
    uint32_t blocks = 99;
    assert_true(device->vtable->max_blocks(module, "k", 256, 0, &blocks, NULL));
    assert_int_equal(blocks, 4);
    assert_true(device->vtable->max_blocks(module, "k", 513, 0, &blocks, NULL)); /* 128 registers per thread */
    assert_int_equal(blocks, 0);
    assert_true(device->vtable->max_blocks(module, "k", 256, 300000, &blocks, NULL));
    assert_int_equal(blocks, 0);
    device->vtable->unload(device, module);
    device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cubin_comes_first_and_the_ptx_helps_out),
        cmocka_unit_test(a_cubin_that_is_cut_off_never_reaches_the_driver),
        cmocka_unit_test(a_driver_older_than_the_compiler_is_named),
        cmocka_unit_test(parameters_come_from_the_ptx),
        cmocka_unit_test(without_readable_ptx_the_driver_tells_the_layout),
        cmocka_unit_test(variables_are_found_by_name),
        cmocka_unit_test(blocks_that_fit_nowhere_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
