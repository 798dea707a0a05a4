/* Pointers belong to the buffer that they were computed from. */
#include "vgpu_fixture.h"

#include "vgpu/pointers.h"

/* Each thread loads a word through `a`, at a distance, and stores it to b. */
static const char text[] = PTX_HEADER ".visible .entry copy(.param .u64 a, .param .u64 b, .param .u64 distance)\n"
                                      "{\n"
                                      "    .reg .b32 %r<4>;\n"
                                      "    .reg .b64 %rd<10>;\n"
                                      "    ld.param.u64 %rd1, [a];\n"
                                      "    ld.param.u64 %rd2, [b];\n"
                                      "    ld.param.u64 %rd3, [distance];\n"
                                      "    cvta.to.global.u64 %rd1, %rd1;\n"
                                      "    mov.u32 %r1, %tid.x;\n"
                                      "    mul.wide.u32 %rd4, %r1, 4;\n"
                                      "    add.s64 %rd5, %rd1, %rd4;\n"
                                      "    add.s64 %rd6, %rd5, %rd3;\n"
                                      "    ld.global.u32 %r2, [%rd6];\n"
                                      "    add.s64 %rd7, %rd2, %rd4;\n"
                                      "    st.global.u32 [%rd7], %r2;\n"
                                      "    ret;\n"
                                      "}\n";

enum { WORDS = 64, THREADS = 32 };

struct scene {
    struct vgpu_fixture f;
    uint64_t a, b;
    struct vgpu_pointer_watch *watch;
};

static void open_scene(struct scene *scene)
{
    static const uint32_t words[WORDS] = {7};
    fixture_open(&scene->f, text, 1);
    scene->a = fixture_buffer(&scene->f, "a", words, sizeof words);
    scene->b = fixture_buffer(&scene->f, "b", words, sizeof words);
    scene->watch = vgpu_pointer_watch_new();
    assert_non_null(scene->watch);
}

static void close_scene(struct scene *scene)
{
    fixture_close(&scene->f);
    vgpu_pointer_watch_free(scene->watch);
}

static void launch_at(struct scene *scene, uint64_t distance)
{
    fixture_launch(&scene->f, "copy", 1, THREADS, (uint64_t[]){scene->a, scene->b, distance}, 3);
}

static void an_access_that_reaches_another_buffer_is_out_of_bounds(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene);
    launch_at(&scene, scene.b - scene.a);
    assert_int_equal(scene.f.report->finding_count, 0); /* unwatched, only the address counts */
    scene.f.launch.pointers = scene.watch;
    launch_at(&scene, scene.b - scene.a);
    assert_int_equal(scene.f.report->finding_count, 1);
    const struct vgpu_finding *finding = &scene.f.report->findings[0];
    assert_int_equal(finding->kind, VGPU_FINDING_OUT_OF_BOUNDS);
    assert_string_equal(finding->buffer, "a");
    assert_int_equal(finding->offset_bytes, scene.b - scene.a);
    assert_int_equal(finding->count, THREADS);
    assert_int_equal(vgpu_pointer_watch_strayed(scene.watch), THREADS);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_access_that_reaches_another_buffer_is_out_of_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
