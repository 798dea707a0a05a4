/* Tests modelled launches that follow each other, on samples and with whole launches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device/modelling.h"

/*
 * turn: y[i] = x[n - 1 - i] + 1. count: y[i] += 1 in place, so one thread reads and writes an
 * element.
 * follow: y[i] = x[x[i]] + 1, so values decide which elements are read.
 */
#define KERNEL(name, from)                                                                                  \
    ".visible .entry " name "(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n"                            \
    ".reg .pred %p<2>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.reg .f32 %f<3>;\n"                            \
    "ld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\nld.param.u32 %r1, [n];\n"                            \
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\nmad.lo.s32 %r5, %r2, %r3, %r4;\n" \
    "setp.ge.s32 %p1, %r5, %r1;\n@%p1 bra DONE;\n" from                                                     \
    "mul.wide.s32 %rd3, %r6, 4;\nadd.s64 %rd4, %rd1, %rd3;\nld.global.f32 %f1, [%rd4];\n"                   \
    "add.f32 %f2, %f1, 0f3F800000;\nmul.wide.s32 %rd5, %r5, 4;\nadd.s64 %rd6, %rd2, %rd5;\n"                \
    "st.global.f32 [%rd6], %f2;\nDONE:\nret;\n}\n"
static const char ptx[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n" KERNEL("turn", "sub.s32 %r6, %r1, %r5;\nsub.s32 %r6, %r6, 1;\n")
        KERNEL("count", "mov.u32 %r6, %r5;\n")
            KERNEL("follow", "mul.wide.s32 %rd7, %r5, 4;\nadd.s64 %rd7, %rd1, %rd7;\nld.global.f32 %f1, [%rd7];\n"
                             "cvt.rzi.s32.f32 %r6, %f1;\nand.b32 %r6, %r6, 1048575;\n")
    /* every thread adds 1 to y[0] */
    ".visible .entry total(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [y];\nred.global.add.f32 [%rd1], 0f3F800000;\nret;\n}\n";

enum { N = 1 << 20, BLOCK = 256 };

struct scene {
    struct device *device;
    struct device_module *module;
    device_address a, b, c;
    float *values;
};

static void open_scene(struct scene *scene, bool whole)
{
    struct device_request request = {.kind = "virtual", .count = 1, .threads = 2, .seed = 5};
    struct device_image image = {.ptx = ptx, .ptx_bytes = strlen(ptx), .source_name = "turn.cu"};
    struct error error = {0};
    assert_true(device_open(&request, &scene->device, &error));
    scene->module = scene->device->vtable->load(scene->device, &image, &error);
    assert_non_null(scene->module);
    scene->values = malloc(N * sizeof(float));
    for (int i = 0; i < N; i++)
        scene->values[i] = (float)i;
    device_address *const addresses[] = {&scene->a, &scene->b, &scene->c};
    for (int i = 0; i < 3; i++) {
        assert_true(scene->device->vtable->allocate(scene->device, 4 * N, "x", addresses[i], &error));
        assert_true(scene->device->vtable->write(scene->device, *addresses[i], scene->values, 4 * N, &error));
    }
    scene->device->modelling->is_on = true;
    scene->device->modelling->runs_whole = whole;
}

static void close_scene(struct scene *scene)
{
    scene->device->vtable->unload(scene->device, scene->module);
    device_close(scene->device);
    free(scene->values);
}

static bool try_launch(struct scene *scene, const char *kernel, device_address from, device_address to,
                       struct error *error)
{
    struct {
        uint64_t from, to;
        int n;
    } arguments = {from, to, N};
    struct device_launch launch = {.kernel = kernel,
                                   .grid = {N / BLOCK, 1, 1},
                                   .block = {BLOCK, 1, 1},
                                   .arguments = &arguments,
                                   .argument_bytes = sizeof arguments};
    return scene->device->vtable->launch(scene->device, scene->module, &launch, error);
}

static void launch(struct scene *scene, const char *kernel, device_address from, device_address to)
{
    struct error error = {0};
    if (!try_launch(scene, kernel, from, to, &error))
        fail_msg("%s", error.message);
}

/* Runs turn, count and turn from a over b to c, so c[i] = i + 3. Counts the right elements. */
static int run_plan(struct scene *scene)
{
    int right = 0;
    launch(scene, "turn", scene->a, scene->b);
    launch(scene, "count", scene->b, scene->b);
    launch(scene, "turn", scene->b, scene->c);
    assert_true(scene->device->vtable->read(scene->device, scene->values, scene->c, 4 * N, NULL));
    for (int i = 0; i < N; i++)
        right += scene->values[i] == (float)(i + 3);
    return right;
}

static void launches_that_run_whole_leave_every_value(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, true);
    assert_int_equal(run_plan(&scene), N);
    assert_int_equal(scene.device->modelling->model.launches, 3);
    assert_true(scene.device->modelling->model.ran_whole);
    assert_false(scene.device->modelling->model.reads_earlier ||
                 scene.device->modelling->model.depends_on_unsampled_blocks);
    close_scene(&scene);
}

static void a_whole_run_without_times_leaves_every_value(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, true);
    scene.device->modelling->needs_no_time = true;
    assert_int_equal(run_plan(&scene), N);
    const struct device_model *model = &scene.device->modelling->model;
    assert_int_equal(model->launches, 3);
    assert_true(model->ran_whole && model->issued == 0 && model->elapsed_ns == 0);
    close_scene(&scene);
}

static void samples_alone_leave_a_part_and_take_as_long(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, false);
    assert_true(run_plan(&scene) < N / 2);
    const struct device_model *model = &scene.device->modelling->model;
    assert_true(!model->reads_earlier && model->depends_on_unsampled_blocks && !model->unsampled_blocks_decide);
    assert_false(model->ran_whole);
    double sampled_ns = model->elapsed_ns, sampled_error = model->error;
    close_scene(&scene);
    open_scene(&scene, true);
    run_plan(&scene);
    assert_true(scene.device->modelling->model.error == sampled_error &&
                scene.device->modelling->model.elapsed_ns == sampled_ns);
    close_scene(&scene);
}

static double error_of_following(bool whole)
{
    struct scene scene;
    open_scene(&scene, whole);
    launch(&scene, "turn", scene.a, scene.b);
    launch(&scene, "follow", scene.b, scene.c);
    assert_true(scene.device->modelling->model.reads_earlier == !whole);
    assert_true(scene.device->modelling->model.unsampled_blocks_decide == !whole);
    double error = scene.device->modelling->model.error;
    close_scene(&scene);
    return error;
}

static void samples_of_launches_that_follow_values_state_a_larger_error(void **state)
{
    (void)state;
    assert_true(error_of_following(true) < error_of_following(false) - 0.02);
}

/* Opens the scene as the grader does: b and c take memory where a launch writes. */
static void open_sampled(struct scene *scene)
{
    struct error error = {0};
    open_scene(scene, false);
    assert_true(scene->device->vtable->allocate(scene->device, 4 * N, "b", &scene->b, &error));
    assert_true(scene->device->vtable->allocate(scene->device, 4 * N, "c", &scene->c, &error));
}

static bool is_entangled_after(const char *second, bool copies)
{
    struct scene scene;
    struct error error = {0};
    open_sampled(&scene);
    device_address from = scene.b;
    launch(&scene, "count", scene.a, scene.b);
    if (copies) {
        assert_true(scene.device->vtable->allocate(scene.device, 4 * N, "d", &from, &error));
        assert_true(scene.device->vtable->copy(scene.device, from, scene.b, 4 * N, &error));
    }
    launch(&scene, second, from, scene.c);
    bool depends_on_unsampled_blocks = scene.device->modelling->model.depends_on_unsampled_blocks;
    close_scene(&scene);
    return depends_on_unsampled_blocks;
}

/*
 * "count" reads what its own block wrote before. "turn" reads from a distant block, which may not
 * have run.
 */
static void what_a_sample_itself_wrote_leaves_values_that_can_be_compared(void **state)
{
    (void)state;
    assert_false(is_entangled_after("count", false));
    assert_true(is_entangled_after("turn", false));
    assert_true(is_entangled_after("count", true));
}

static uint64_t written_words(const struct scene *scene, device_address address)
{
    const uint64_t *bits = scene->device->modelling->lazy_written(scene->device, address);
    uint64_t words = 0;
    for (int i = 0; i < 4 * N / 64; i++)
        words += bits[i] != 0;
    return words;
}

static void further_blocks_run_as_far_as_they_may(void **state)
{
    (void)state;
    uint64_t words[3], further[] = {0, 60000, 10000000};
    for (int i = 0; i < 3; i++) {
        struct scene scene;
        open_sampled(&scene);
        scene.device->modelling->sample_limit = 10000;
        scene.device->modelling->further_left = further[i];
        launch(&scene, "count", scene.a, scene.c);
        words[i] = written_words(&scene, scene.c);
        assert_true(scene.device->modelling->further_left <= further[i]);
        close_scene(&scene);
    }
    assert_true(words[1] > 2 * words[0] && words[1] < words[2]);
    assert_int_equal(words[2], 4 * N / 64);
}

static void later_launches_of_a_long_plan_have_smaller_samples(void **state)
{
    (void)state;
    uint64_t words[2];
    for (int is_late = 0; is_late < 2; is_late++) {
        struct scene scene;
        open_sampled(&scene);
        scene.device->modelling->sample_limit = 20000;
        for (int i = 0; is_late && i < 20; i++)
            launch(&scene, "count", scene.a, scene.a);
        launch(&scene, "count", scene.a, scene.c);
        words[is_late] = written_words(&scene, scene.c);
        close_scene(&scene);
    }
    assert_true(words[1] > 0 && 2 * words[1] < words[0]);
}

/* An element that several blocks add to cannot be compared, so no further block runs for it. */
static void blocks_that_only_add_need_no_others(void **state)
{
    (void)state;
    struct scene scene;
    open_sampled(&scene);
    scene.device->modelling->sample_limit = 10000;
    scene.device->modelling->further_left = 60000;
    launch(&scene, "total", scene.a, scene.c);
    assert_int_equal(scene.device->modelling->further_left, 60000);
    launch(&scene, "turn", scene.a, scene.c);
    assert_true(scene.device->modelling->further_left < 60000);
    close_scene(&scene);
}

static void a_run_that_costs_more_than_it_may_is_given_up(void **state)
{
    (void)state;
    struct scene scene;
    struct error error = {0};
    open_sampled(&scene);
    scene.device->modelling->sample_run_limit = 10;
    assert_false(try_launch(&scene, "turn", scene.a, scene.c, &error));
    scene.device->modelling->sample_run_limit = 1000000;
    assert_true(try_launch(&scene, "turn", scene.a, scene.c, &error));
    close_scene(&scene);
}

/* `turn` writes from the front, so an element's place names the block that writes it. */
static void further_blocks_write_what_is_wanted(void **state)
{
    (void)state;
    struct scene scene;
    open_sampled(&scene);
    const uint64_t elements[] = {77777, 300001, 650000, 1000000};
    device_address wanted[4];
    for (int i = 0; i < 4; i++)
        wanted[i] = scene.c + 4 * elements[i];
    scene.device->modelling->sample_limit = 2000;
    scene.device->modelling->further_left = 5000;
    scene.device->modelling->wanted = wanted;
    scene.device->modelling->wanted_count = 4;
    launch(&scene, "turn", scene.a, scene.c);
    const uint64_t *bits = scene.device->modelling->lazy_written(scene.device, scene.c);
    assert_true(written_words(&scene, scene.c) < 4 * N / 64 / 8);
    for (int i = 0; i < 4; i++)
        assert_true(bits[elements[i] * 4 / 64] >> elements[i] * 4 % 64 & 1);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_that_run_whole_leave_every_value),
        cmocka_unit_test(a_whole_run_without_times_leaves_every_value),
        cmocka_unit_test(samples_alone_leave_a_part_and_take_as_long),
        cmocka_unit_test(samples_of_launches_that_follow_values_state_a_larger_error),
        cmocka_unit_test(what_a_sample_itself_wrote_leaves_values_that_can_be_compared),
        cmocka_unit_test(further_blocks_run_as_far_as_they_may),
        cmocka_unit_test(later_launches_of_a_long_plan_have_smaller_samples),
        cmocka_unit_test(a_run_that_costs_more_than_it_may_is_given_up),
        cmocka_unit_test(blocks_that_only_add_need_no_others),
        cmocka_unit_test(further_blocks_write_what_is_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
