/* Tests launches in several streams: which may overlap, and where they race then. */
#include "vgpu_fixture.h"

/*
 * put(x): x[i] = the block's number. flag(x, f): writes x[i], then releases f. wait(x, f, y):
 * acquires f, then y[i] = x[i].
 */
static const char text[] =
    PTX_HEADER ".visible .entry put(.param .u64 x) {\n.reg .b64 %rd<4>; .reg .b32 %r<4>;\n"
               "ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd2, %rd1, %rd2;\n"
               "st.global.u32 [%rd2], %r1; ret;\n}\n"
               ".visible .entry flag(.param .u64 x, .param .u64 f) {\n.reg .b64 %rd<4>; .reg .b32 %r<4>;\n"
               "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [f]; mov.u32 %r1, 7; st.global.u32 [%rd1], %r1;\n"
               "membar.sys; st.volatile.global.u32 [%rd2], %r1; ret;\n}\n"
               ".visible .entry wait(.param .u64 x, .param .u64 f, .param .u64 y) {\n"
               ".reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .pred %p<2>;\n"
               "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [f]; ld.param.u64 %rd3, [y];\n"
               "again: ld.volatile.global.u32 %r1, [%rd2]; setp.ne.u32 %p1, %r1, 7; @%p1 bra again; membar.sys;\n"
               "ld.global.u32 %r2, [%rd1]; st.global.u32 [%rd3], %r2; ret;\n}\n";

struct scene {
    struct vgpu_fixture f;
    struct vgpu_timeline *timeline;
    uint64_t x, y, flag;
};

static void scene_open(struct scene *scene)
{
    uint32_t none[64] = {0};
    fixture_open(&scene->f, text, 2);
    scene->timeline = vgpu_timeline_new();
    assert_non_null(scene->timeline);
    scene->f.launch.timeline = scene->timeline;
    scene->x = fixture_buffer(&scene->f, "x", none, sizeof none);
    scene->y = fixture_buffer(&scene->f, "y", none, sizeof none);
    scene->flag = fixture_buffer(&scene->f, "flag", none, sizeof none);
}

static void scene_close(struct scene *scene)
{
    vgpu_timeline_free(scene->timeline);
    fixture_close(&scene->f);
}

static size_t put(struct scene *scene, int stream)
{
    scene->f.launch.stream = stream;
    fixture_launch(&scene->f, "put", 1, 64, (uint64_t[]){scene->x}, 1);
    return scene->f.report->finding_count;
}

static void streams_race_unless_ordered(void **state)
{
    (void)state;
    struct scene scene;
    struct error error = {0};
    uint64_t mark = 0;
    scene_open(&scene);
    assert_int_equal(put(&scene, 1), 0);
    assert_int_equal(put(&scene, 1), 0); /* the same stream */
    assert_true(vgpu_timeline_mark(scene.timeline, 0, 1, &mark, &error));
    assert_true(vgpu_timeline_wait(scene.timeline, 0, 2, mark, &error));
    assert_int_equal(put(&scene, 2), 0); /* stream 2 waited */
    assert_int_equal(put(&scene, 3), 1); /* stream 3 did not */
    assert_string_equal(scene.f.report->findings[0].other.kernel, "put");
    assert_int_equal(put(&scene, 0), 0); /* stream 0 waits for all streams */
    assert_int_equal(put(&scene, 4), 0); /* all streams wait for stream 0 */
    assert_int_equal(put(&scene, 5), 1);
    vgpu_timeline_synchronise(scene.timeline, 0);
    assert_int_equal(put(&scene, 6), 0);
    assert_true(vgpu_timeline_wait(scene.timeline, 0, 7, mark, &error)); /* an earlier mark */
    assert_false(vgpu_timeline_wait(scene.timeline, 0, 7, mark + 100, &error));
    assert_false(vgpu_timeline_mark(scene.timeline, 0, VGPU_STREAMS_MAX, &mark, &error));
    scene_close(&scene);
}

static void what_was_released_is_known(void **state)
{
    (void)state;
    struct scene scene;
    scene_open(&scene);
    scene.f.launch.stream = 1;
    fixture_launch(&scene.f, "flag", 1, 1, (uint64_t[]){scene.x, scene.flag}, 2);
    scene.f.launch.stream = 2;
    fixture_launch(&scene.f, "wait", 1, 1, (uint64_t[]){scene.x, scene.flag, scene.y}, 3);
    fixture_assert_clean(&scene.f);
    assert_int_equal(put(&scene, 3), 2); /* stream 3 knows neither the write nor the read */
    scene_close(&scene);
}

static bool transfers(struct scene *scene, int stream, uint64_t to, uint64_t from, struct vgpu_transfer_race *out_race)
{
    struct vgpu_transfer transfer = {
        .name = from ? "copy" : "zero", .line = 3, .stream = stream, .to = to, .from = from, .size_bytes = 128};
    return vgpu_timeline_transfer(scene->timeline, scene->f.device, &transfer, out_race);
}

static void copies_race_with_launches_unless_ordered(void **state)
{
    (void)state;
    struct scene scene;
    struct vgpu_transfer_race race;
    struct error error = {0};
    uint64_t mark = 0;
    scene_open(&scene);
    assert_int_equal(put(&scene, 1), 0);
    assert_false(transfers(&scene, 1, scene.y, scene.x, &race)); /* the same stream */
    assert_true(transfers(&scene, 2, scene.y + 64, scene.x, &race));
    assert_int_equal(race.finding.kind, VGPU_FINDING_RACE_READ_AFTER_WRITE);
    assert_int_equal(race.finding.count, 32 + 16); /* it reads x, and overwrites half of the first copy's y */
    assert_string_equal(race.finding.other.kernel, "put");
    assert_int_equal(race.finding.line, 3);
    assert_string_equal(race.message,
                        "a copy reads x[0], which thread (0,0,0) of block (0,0,0) of put wrote in line 7, and "
                        "nothing orders the two");
    assert_true(vgpu_timeline_mark(scene.timeline, 0, 1, &mark, &error));
    assert_true(vgpu_timeline_wait(scene.timeline, 0, 3, mark, &error));
    assert_true(transfers(&scene, 3, scene.x, 0, &race)); /* after stream 1, beside stream 2 */
    assert_int_equal(race.finding.kind, VGPU_FINDING_RACE_WRITE_AFTER_READ);
    assert_string_equal(race.message, "a zero writes x[0], which a copy read in line 3, and nothing orders the two");
    assert_int_equal(put(&scene, 4), 1);
    assert_string_equal(scene.f.report->findings[0].other.kernel, "zero");
    assert_int_equal(scene.f.report->findings[0].other.ptx_line, 0);
    assert_non_null(strstr(scene.f.report->findings[0].message, "as a zero in line 3, and nothing orders the two"));
    assert_false(transfers(&scene, 0, scene.x, scene.y, &race)); /* stream 0 waits for all streams */
    vgpu_timeline_synchronise(scene.timeline, 0);
    assert_false(transfers(&scene, 5, scene.x, scene.y, &race));
    assert_false(transfers(&scene, VGPU_STREAMS_MAX, scene.x, scene.y, &race));
    scene_close(&scene);
}

static void free_streams_do_not_wait_for_stream_0(void **state)
{
    (void)state;
    struct scene scene;
    struct error error = {0};
    scene_open(&scene);
    assert_true(vgpu_timeline_free_stream(scene.timeline, 0, 1, &error));
    assert_false(vgpu_timeline_free_stream(scene.timeline, 0, VGPU_STREAMS_MAX, &error));
    assert_int_equal(put(&scene, 0), 0);
    assert_int_equal(put(&scene, 1), 1);
    vgpu_timeline_synchronise(scene.timeline, 0);
    assert_int_equal(put(&scene, 1), 0);
    assert_int_equal(put(&scene, 0), 1);
    vgpu_timeline_synchronise(scene.timeline, 0);
    assert_int_equal(put(&scene, 0), 0);
    assert_int_equal(put(&scene, 2), 0); /* others still wait for stream 0 */
    scene_close(&scene);
}

static void the_host_can_wait_for_one_stream_or_mark(void **state)
{
    (void)state;
    struct scene scene;
    struct error error = {0};
    uint64_t mark = 0;
    scene_open(&scene);
    assert_int_equal(put(&scene, 1), 0);
    assert_true(vgpu_timeline_mark(scene.timeline, 0, 1, &mark, &error));
    assert_true(vgpu_timeline_synchronise_stream(scene.timeline, 0, 2, &error)); /* which has no work */
    assert_int_equal(put(&scene, 2), 1);
    vgpu_timeline_synchronise(scene.timeline, 0);
    assert_int_equal(put(&scene, 1), 0);
    assert_true(vgpu_timeline_synchronise_stream(scene.timeline, 0, 1, &error));
    assert_int_equal(put(&scene, 2), 0);
    assert_true(vgpu_timeline_mark(scene.timeline, 0, 2, &mark, &error));
    assert_true(vgpu_timeline_synchronise_mark(scene.timeline, mark, &error));
    assert_int_equal(put(&scene, 3), 0);
    assert_true(vgpu_timeline_synchronise_stream(scene.timeline, 0, 0, &error)); /* stream 0 waits for all */
    assert_int_equal(put(&scene, 4), 0);
    assert_false(vgpu_timeline_synchronise_mark(scene.timeline, mark + 100, &error));
    assert_false(vgpu_timeline_synchronise_stream(scene.timeline, 0, VGPU_STREAMS_MAX, &error));
    scene_close(&scene);
}

static void long_transfers_race_too(void **state)
{
    (void)state;
    enum { BYTES = 4 << 20 };
    struct scene scene;
    struct vgpu_transfer_race race;
    struct error error = {0};
    uint64_t large = 0;
    scene_open(&scene);
    assert_true(vgpu_allocate(scene.f.device, BYTES, "large", &large, &error));
    struct vgpu_transfer transfer = {.name = "copy", .stream = 1, .to = large, .size_bytes = BYTES};
    assert_false(vgpu_timeline_transfer(scene.timeline, scene.f.device, &transfer, &race));
    scene.f.launch.stream = 2;
    fixture_launch(&scene.f, "put", 1, 64, (uint64_t[]){large}, 1);
    assert_int_equal(scene.f.report->finding_count, 1);
    transfer.stream = 3;
    assert_true(vgpu_timeline_transfer(scene.timeline, scene.f.device, &transfer, &race));
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_race_unless_ordered),
        cmocka_unit_test(what_was_released_is_known),
        cmocka_unit_test(copies_race_with_launches_unless_ordered),
        cmocka_unit_test(free_streams_do_not_wait_for_stream_0),
        cmocka_unit_test(the_host_can_wait_for_one_stream_or_mark),
        cmocka_unit_test(long_transfers_race_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
