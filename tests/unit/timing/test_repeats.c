/* Launches with equal samples share an estimate. */
#include "timing/sample/repeats.h"
#include "timing/time_model.h"
#include "vgpu_fixture.h"

enum { ELEMENTS = 1 << 20, BUFFER_BYTES = 4 * ELEMENTS, THREADS = 256 };

/* Element i to element i << shift. */
static const char kernel[] = PTX_HEADER
    ".visible .entry k(.param .u64 from, .param .u64 to, .param .u32 shift) {\n.reg .b32 %i, %t, %n, %s;\n"
    ".reg .b64 %from, %to, %at;\n.reg .f32 %f;\nld.param.u64 %from, [from];\nld.param.u64 %to, [to];\n"
    "ld.param.u32 %s, [shift];\nmov.u32 %i, %ctaid.x;\nmov.u32 %n, %ntid.x;\nmov.u32 %t, %tid.x;\n"
    "mad.lo.s32 %i, %i, %n, %t;\nmul.wide.u32 %at, %i, 4;\nadd.u64 %from, %from, %at;\nld.global.f32 %f, [%from];\n"
    "shl.b32 %i, %i, %s;\nmul.wide.u32 %at, %i, 4;\nadd.u64 %to, %to, %at;\nst.global.f32 [%to], %f;\nret;\n}\n";

struct scene {
    struct vgpu_fixture f;
    struct time_repeats *repeats;
    uint32_t shared_bytes; /* of the next launch */
};

static void open_scene(struct scene *scene)
{
    struct vgpu_options options = {.architecture = "h100", .threads = 1, .seed = 7};
    fixture_open_with(&scene->f, kernel, &options);
    scene->shared_bytes = 0;
    scene->repeats = time_repeats_new();
    assert_non_null(scene->repeats);
}

static void close_scene(struct scene *scene)
{
    time_repeats_free(scene->repeats);
    fixture_close(&scene->f);
}

static uint64_t new_buffer(struct scene *scene, uint64_t size_bytes)
{
    struct error error = {0};
    uint64_t address = 0;
    assert_true(vgpu_allocate_lazy(scene->f.device, size_bytes, "b", NULL, NULL, &address, &error));
    return address;
}

static double total_ns(struct scene *scene, struct time_repeats *repeats, uint64_t from, uint64_t to, uint32_t shift)
{
    struct {
        uint64_t from, to;
        uint32_t shift;
    } arguments = {from, to, shift};
    struct error error = {0};
    struct time_estimate estimate = {0};
    struct time_request request = {.repeats = repeats,
                                   .launch = {.kernel = "k",
                                              .grid = {ELEMENTS / THREADS / 4, 1, 1},
                                              .block = {THREADS, 1, 1},
                                              .dynamic_shared_bytes = scene->shared_bytes,
                                              .arguments = &arguments,
                                              .argument_bytes = sizeof arguments},
                                   .resources = {.registers = 16},
                                   .seed = 3};
    assert_true(time_model_estimate(scene->f.module, &request, &estimate, &error));
    return estimate.total_ns;
}

/*
 * Layers take the first one's estimate, and still write. By itself, each has a slightly other time,
 * because its lines are in other sets of the caches.
 */
static void equal_layers_have_equal_times(void **state)
{
    enum { LAYERS = 4, SHIFT = 2 };
    struct scene scene;
    int others = 0;
    (void)state;
    open_scene(&scene);
    uint64_t from = new_buffer(&scene, BUFFER_BYTES), to = new_buffer(&scene, BUFFER_BYTES);
    double first = total_ns(&scene, scene.repeats, from, to, SHIFT);
    for (int i = 0; i < LAYERS; i++) {
        from = to;
        to = new_buffer(&scene, BUFFER_BYTES);
        assert_true(total_ns(&scene, scene.repeats, from, to, SHIFT) == first);
        assert_int_not_equal(vgpu_lazy_written_bytes(scene.f.device, to), 0);
        double alone = total_ns(&scene, NULL, from, to, SHIFT);
        assert_true(alone > 0.999 * first && alone < 1.001 * first);
        others += alone != first;
    }
    assert_int_not_equal(others, 0);
    close_scene(&scene);
}

static void other_launches_have_their_own_times(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene);
    uint64_t a = new_buffer(&scene, BUFFER_BYTES), b = new_buffer(&scene, BUFFER_BYTES);
    double rows = total_ns(&scene, scene.repeats, a, b, 0), columns = total_ns(&scene, scene.repeats, a, b, 2);
    assert_true(columns > 1.2 * rows);
    assert_true(total_ns(&scene, NULL, a, b, 2) == columns);
    time_repeats_forget(scene.repeats);
    assert_true(total_ns(&scene, scene.repeats, a, b, 2) == columns);
    scene.shared_bytes = 200 << 10; /* one block per SM */
    assert_true(total_ns(&scene, scene.repeats, a, b, 2) > columns);
    close_scene(&scene);
}

static uint64_t hash_of(struct scene *scene, const uint64_t *addresses, int count)
{
    struct repeats_print print;
    repeats_begin(scene->repeats, scene->f.device, &print);
    for (int i = 0; i < count; i++)
        repeats_add_line(&print, addresses[i] / VGPU_LINE_BYTES);
    return print.hash;
}

static void lines_count_from_the_first_of_their_buffer(void **state)
{
    enum { SLICE = 8 * VGPU_LINE_BYTES };
    struct scene scene;
    (void)state;
    open_scene(&scene);
    uint64_t a = new_buffer(&scene, BUFFER_BYTES), b = new_buffer(&scene, BUFFER_BYTES);
    uint64_t small = new_buffer(&scene, BUFFER_BYTES / 2);
    uint64_t hash = hash_of(&scene, (uint64_t[]){a, a + SLICE, b}, 3);
    assert_true(hash_of(&scene, (uint64_t[]){b, b + SLICE, a}, 3) == hash);
    assert_true(hash_of(&scene, (uint64_t[]){b + SLICE, b + 2 * SLICE, a + SLICE}, 3) == hash);
    assert_true(hash_of(&scene, (uint64_t[]){b, b + 2 * SLICE, a}, 3) != hash);
    assert_true(hash_of(&scene, (uint64_t[]){b + VGPU_LINE_BYTES, b + VGPU_LINE_BYTES + SLICE, a}, 3) != hash);
    assert_true(hash_of(&scene, (uint64_t[]){a, a + SLICE, a}, 3) != hash);
    assert_true(hash_of(&scene, (uint64_t[]){a, a + SLICE, small}, 3) != hash);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(equal_layers_have_equal_times),
                                       cmocka_unit_test(other_launches_have_their_own_times),
                                       cmocka_unit_test(lines_count_from_the_first_of_their_buffer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
