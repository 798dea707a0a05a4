/* Tests modules that are unloaded and loaded again, decoded or not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "device/modelling.h"

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"
/* y[0] = n < 4 ? 1 : 2 */
static const char plain[] = HEAD
    ".visible .entry choose(.param .u64 y, .param .u32 n)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [y];\nld.param.u32 %r1, [n];\nmov.u32 %r2, 1;\nsetp.lt.u32 %p1, %r1, 4;\n@%p1 bra DONE;\n"
    "mov.u32 %r2, 2;\nDONE:\nst.global.u32 [%rd1], %r2;\nret;\n}\n";
/* y[0] = ++calls */
static const char counting[] =
    HEAD ".visible .global .align 4 .u32 calls = 10;\n"
         ".visible .entry choose(.param .u64 y, .param .u32 n)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
         "ld.param.u64 %rd1, [y];\nld.global.u32 %r1, [calls];\nadd.u32 %r2, %r1, 1;\nst.global.u32 [calls], %r2;\n"
         "st.global.u32 [%rd1], %r2;\nret;\n}\n";

struct scene {
    struct device *device;
    device_address y;
};

static int setup(void **state)
{
    static struct scene scene;
    struct device_request request = {.kind = "virtual", .count = 1, .threads = 1, .seed = 5};
    *state = &scene;
    return !device_open(&request, &scene.device, NULL) ||
           !scene.device->vtable->allocate(scene.device, 4, "y", &scene.y, NULL);
}

static int teardown(void **state)
{
    device_close(((struct scene *)*state)->device);
    return 0;
}

static struct device_module *load(struct scene *scene, const char *ptx)
{
    struct device_image image = {.ptx = ptx, .ptx_bytes = strlen(ptx), .source_name = "choose.cu"};
    struct error error = {0};
    struct device_module *module = scene->device->vtable->load(scene->device, &image, &error);
    if (!module)
        fail_msg("%s", error.message);
    return module;
}

static uint32_t run(struct scene *scene, struct device_module *module, uint32_t n)
{
    struct {
        uint64_t y;
        uint32_t n;
    } arguments = {scene->y, n};
    struct device_launch launch = {
        .kernel = "choose", .grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = &arguments, .argument_bytes = 12};
    struct error error = {0};
    uint32_t value = 0;
    if (!scene->device->vtable->launch(scene->device, module, &launch, &error) ||
        !scene->device->vtable->read(scene->device, &value, scene->y, 4, &error))
        fail_msg("%s", error.message);
    return value;
}

static void a_module_is_decoded_once(void **state)
{
    struct scene *scene = *state;
    struct device_module *first = load(scene, plain);
    scene->device->vtable->unload(scene->device, first);
    assert_ptr_equal(load(scene, plain), first);
    struct device_module *second = load(scene, plain); /* while the first is in use */
    assert_ptr_not_equal(second, first);
    assert_int_equal(run(scene, second, 3), 1);
    assert_int_equal(run(scene, first, 4), 2);
    scene->device->vtable->unload(scene->device, first);
    scene->device->vtable->unload(scene->device, second);
}

static void outcomes_of_branches_begin_anew(void **state)
{
    struct scene *scene = *state;
    uint32_t count;
    struct device_module *module = load(scene, plain);
    run(scene, module, 3);
    const uint8_t *outcomes = scene->device->modelling->outcomes(module, &count);
    assert_int_equal(count, 1);
    assert_int_not_equal(outcomes[0], 0);
    scene->device->vtable->unload(scene->device, module);
    module = load(scene, plain);
    assert_int_equal(scene->device->modelling->outcomes(module, &count)[0], 0);
    scene->device->vtable->unload(scene->device, module);
}

static void variables_have_their_first_values_again(void **state)
{
    struct scene *scene = *state;
    struct device_module *module = load(scene, counting);
    assert_int_equal(run(scene, module, 0), 11);
    assert_int_equal(run(scene, module, 0), 12);
    scene->device->vtable->unload(scene->device, module);
    module = load(scene, counting);
    assert_int_equal(run(scene, module, 0), 11);
    scene->device->vtable->unload(scene->device, module);
}

/* More programs than are kept. */
static void the_oldest_module_goes(void **state)
{
    struct scene *scene = *state;
    char texts[6][sizeof plain + 8];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 6; i++) {
            snprintf(texts[i], sizeof texts[i], "%s// %d\n", plain, i);
            struct device_module *module = load(scene, texts[i]);
            assert_int_equal(run(scene, module, 9), 2);
            scene->device->vtable->unload(scene->device, module);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_is_decoded_once),
        cmocka_unit_test(outcomes_of_branches_begin_anew),
        cmocka_unit_test(variables_have_their_first_values_again),
        cmocka_unit_test(the_oldest_module_goes),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
