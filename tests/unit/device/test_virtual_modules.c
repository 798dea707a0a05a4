/* Tests modules that are unloaded and loaded again, decoded or not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "device/backend/program_cache.h"
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
    struct program_cache *programs;
    device_address y;
};

static bool open_device(struct scene *scene)
{
    struct device_request request = {
        .kind = "virtual", .count = 1, .threads = 1, .seed = 5, .programs = scene->programs};
    return device_open(&request, &scene->device, NULL) &&
           scene->device->vtable->allocate(scene->device, 4, "y", &scene->y, NULL);
}

static int setup(void **state)
{
    static struct scene scene;
    *state = &scene;
    scene.programs = device_programs_new();
    return !open_device(&scene);
}

static int teardown(void **state)
{
    struct scene *scene = *state;
    device_close(scene->device);
    device_programs_free(scene->programs);
    return 0;
}

/* The decoded module that was given back last; NULL: none. */
static const void *spare(const struct scene *scene)
{
    return scene->programs->spares[0].module;
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
    scene->device->vtable->unload(scene->device, load(scene, plain));
    const void *decoded = spare(scene);
    assert_non_null(decoded);
    struct device_module *first = load(scene, plain);
    assert_null(spare(scene));
    struct device_module *second = load(scene, plain); /* while the first is in use */
    assert_int_equal(run(scene, second, 3), 1);
    assert_int_equal(run(scene, first, 4), 2);
    scene->device->vtable->unload(scene->device, second);
    assert_ptr_not_equal(spare(scene), decoded);
    scene->device->vtable->unload(scene->device, first);
    assert_ptr_equal(spare(scene), decoded);
}

/* The next device has memory of its own, and the first one is gone. */
static void a_module_serves_the_next_device(void **state)
{
    struct scene *scene = *state;
    struct device_module *module = load(scene, plain);
    assert_int_equal(run(scene, module, 3), 1);
    scene->device->vtable->unload(scene->device, module);
    const void *decoded = spare(scene);
    device_close(scene->device);
    assert_true(open_device(scene));
    module = load(scene, plain);
    assert_int_equal(run(scene, module, 4), 2);
    scene->device->vtable->unload(scene->device, module);
    assert_ptr_equal(spare(scene), decoded);
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
    enum { PROGRAMS = PROGRAM_SPARES + 2 };
    char texts[PROGRAMS][sizeof plain + 8];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < PROGRAMS; i++) {
            snprintf(texts[i], sizeof texts[i], "%s// %d\n", plain, i);
            struct device_module *module = load(scene, texts[i]);
            assert_int_equal(run(scene, module, 9), 2);
            scene->device->vtable->unload(scene->device, module);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_is_decoded_once),        cmocka_unit_test(a_module_serves_the_next_device),
        cmocka_unit_test(outcomes_of_branches_begin_anew), cmocka_unit_test(variables_have_their_first_values_again),
        cmocka_unit_test(the_oldest_module_goes),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
