/* Tests that launches can be undone: kept buffers get back the content that they had before. */
#include "vgpu/buffers.h"
#include "vgpu_fixture.h"

enum { ELEMENTS = 4096, BYTES = 4 * ELEMENTS, THREADS = 256, LARGE_BYTES = 513 << 20 };

/* to[i] = from[i] + 1 */
static const char kernel[] = PTX_HEADER
    ".visible .entry next(.param .u64 from, .param .u64 to) {\n.reg .b32 %i, %t, %n, %v;\n.reg .b64 %from, %to, %at;\n"
    "ld.param.u64 %from, [from];\nld.param.u64 %to, [to];\nmov.u32 %i, %ctaid.x;\nmov.u32 %n, %ntid.x;\n"
    "mov.u32 %t, %tid.x;\nmad.lo.s32 %i, %i, %n, %t;\nmul.wide.u32 %at, %i, 4;\nadd.u64 %from, %from, %at;\n"
    "ld.global.u32 %v, [%from];\nadd.u32 %v, %v, 1;\nadd.u64 %to, %to, %at;\nst.global.u32 [%to], %v;\nret;\n}\n";

struct scene {
    struct vgpu_fixture f;
    uint32_t content[ELEMENTS];
    uint64_t from, to;
    struct vgpu_kept *kept;
};

static void open_scene(struct scene *scene)
{
    struct error error = {0};
    fixture_open(&scene->f, kernel, 4);
    scene->f.launch.checks = 0;
    for (uint32_t i = 0; i < ELEMENTS; i++)
        scene->content[i] = 7 * i;
    scene->from = fixture_buffer(&scene->f, "from", scene->content, BYTES);
    scene->to = fixture_buffer(&scene->f, "to", scene->content, BYTES);
    scene->kept = vgpu_kept_new(scene->f.device, &error);
    assert_non_null(scene->kept);
}

static void close_scene(struct scene *scene)
{
    vgpu_kept_free(scene->kept);
    fixture_close(&scene->f);
}

static void run(struct scene *scene, uint64_t from, uint64_t to)
{
    fixture_launch(&scene->f, "next", ELEMENTS / THREADS, THREADS, (uint64_t[]){from, to}, 2);
}

static uint32_t first_of(struct scene *scene, uint64_t address)
{
    uint32_t first;
    fixture_read(&scene->f, address, &first, sizeof first);
    return first;
}

static void what_several_launches_write_is_undone(void **state)
{
    struct scene scene;
    struct error error = {0};
    uint32_t after[ELEMENTS];
    (void)state;
    open_scene(&scene);
    run(&scene, scene.from, scene.to);
    run(&scene, scene.to, scene.to);
    run(&scene, scene.to, scene.from);
    assert_int_equal(first_of(&scene, scene.from), 3);
    assert_true(vgpu_kept_restore(scene.kept, &error));
    fixture_read(&scene.f, scene.from, after, BYTES);
    assert_memory_equal(after, scene.content, BYTES);
    fixture_read(&scene.f, scene.to, after, BYTES);
    assert_memory_equal(after, scene.content, BYTES);
    close_scene(&scene);
}

static void launches_after_the_end_stay(void **state)
{
    struct scene scene;
    struct error error = {0};
    (void)state;
    open_scene(&scene);
    run(&scene, scene.from, scene.to);
    assert_true(vgpu_kept_restore(scene.kept, &error));
    vgpu_kept_free(scene.kept);
    scene.kept = NULL;
    run(&scene, scene.from, scene.to);
    assert_int_equal(first_of(&scene, scene.to), 1);
    close_scene(&scene);
}

/* Only the buffers that kernels wrote to count. */
static void large_buffers_may_be_read(void **state)
{
    struct scene scene;
    struct error error = {0};
    uint64_t large;
    (void)state;
    open_scene(&scene);
    large = fixture_buffer(&scene.f, "large", NULL, LARGE_BYTES);
    run(&scene, large, scene.to);
    assert_true(vgpu_kept_restore(scene.kept, &error));
    assert_int_equal(first_of(&scene, scene.to), 0);
    run(&scene, scene.from, large);
    assert_false(vgpu_kept_restore(scene.kept, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
    close_scene(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_several_launches_write_is_undone),
        cmocka_unit_test(launches_after_the_end_stay),
        cmocka_unit_test(large_buffers_may_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
