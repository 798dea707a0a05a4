/* Tests which buffers of other devices a kernel may access. */
#include "vgpu_fixture.h"

#include "vgpu/buffers.h"

enum { DEVICES = 3 };

/* put(x): x[0] = 7 */
static const char text[] = PTX_HEADER ".visible .entry put(.param .u64 x) {\n.reg .b64 %rd<4>; .reg .b32 %r<4>;\n"
                                      "ld.param.u64 %rd1, [x]; mov.u32 %r1, 7; st.global.u32 [%rd1], %r1; ret;\n}\n";

struct scene {
    struct vgpu_fixture f; /* on device 0 */
    struct vgpu *devices[DEVICES];
    uint64_t buffers[DEVICES];
};

static void scene_open(struct scene *scene)
{
    const struct vgpu_options options = {.threads = 1, .seed = 7};
    struct error error = {0};
    *scene = (struct scene){.f = {.arena = arena_new()}};
    assert_true(vgpu_open(&options, DEVICES, scene->devices, &error));
    assert_true(vgpu_enable_peers(scene->devices, DEVICES, &error));
    for (int i = 0; i < DEVICES; i++)
        assert_true(vgpu_allocate(scene->devices[i], 64, i ? "far" : "near", &scene->buffers[i], &error));
    scene->f.device = scene->devices[0];
    scene->f.launch = (struct vgpu_launch){.checks = VGPU_CHECK_ALL};
    fixture_load(&scene->f, text);
}

static void scene_close(struct scene *scene)
{
    vgpu_report_free(scene->f.report);
    vgpu_unload(scene->f.module);
    for (int i = 0; i < DEVICES; i++)
        vgpu_close(scene->devices[i]);
    arena_free(scene->f.arena);
}

static bool puts_into(struct scene *scene, int device)
{
    fixture_launch(&scene->f, "put", 1, 1, (uint64_t[]){scene->buffers[device]}, 1);
    return scene->f.report->finding_count == 0;
}

static void peers_can_be_allowed_and_forbidden(void **state)
{
    (void)state;
    struct scene scene;
    scene_open(&scene);
    assert_true(puts_into(&scene, 1));
    vgpu_allow_peer(scene.devices[0], scene.devices[1], false);
    assert_false(puts_into(&scene, 1));
    assert_int_equal(scene.f.report->findings[0].kind, VGPU_FINDING_OUT_OF_BOUNDS);
    assert_int_equal(scene.f.report->findings[0].address, scene.buffers[1]);
    assert_true(puts_into(&scene, 0));
    assert_true(puts_into(&scene, 2));
    vgpu_allow_peer(scene.devices[0], scene.devices[1], true);
    assert_true(puts_into(&scene, 1));
    scene_close(&scene);
}

static void copies_and_shared_buffers_need_no_leave(void **state)
{
    (void)state;
    struct scene scene;
    struct error error = {0};
    uint32_t value = 5, got = 0;
    scene_open(&scene);
    vgpu_allow_peer(scene.devices[0], scene.devices[1], false);
    assert_true(vgpu_write(scene.devices[0], scene.buffers[0], &value, sizeof value, &error));
    assert_true(vgpu_copy(scene.devices[0], scene.buffers[1], scene.buffers[0], sizeof value, &error));
    assert_true(vgpu_read(scene.devices[0], &got, scene.buffers[1], sizeof got, &error));
    assert_int_equal(got, 5);
    assert_false(puts_into(&scene, 1));
    assert_true(vgpu_share(scene.devices[1], scene.buffers[1], &error));
    assert_true(puts_into(&scene, 1));
    assert_false(vgpu_share(scene.devices[1], 5, &error));
    scene_close(&scene);
}

static void what_kernels_write_on_peers_can_be_taken_back(void **state)
{
    (void)state;
    struct scene scene;
    struct error error = {0};
    uint32_t value = 5, got = 0;
    scene_open(&scene);
    assert_true(vgpu_write(scene.devices[1], scene.buffers[1], &value, sizeof value, &error));
    vgpu_uses_begin(scene.devices[0]);
    struct vgpu_kept *kept = vgpu_kept_new(scene.devices[0], &error);
    assert_non_null(kept);
    assert_true(puts_into(&scene, 1));
    assert_true(vgpu_kept_restore(kept, &error));
    vgpu_kept_free(kept);
    assert_true(vgpu_read(scene.devices[1], &got, scene.buffers[1], sizeof got, &error));
    assert_int_equal(got, 5);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peers_can_be_allowed_and_forbidden),
        cmocka_unit_test(copies_and_shared_buffers_need_no_leave),
        cmocka_unit_test(what_kernels_write_on_peers_can_be_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
