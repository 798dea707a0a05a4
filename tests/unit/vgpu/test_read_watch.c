/* A watch notes which bytes of a buffer launches read. */
#include "vgpu_fixture.h"

#include "vgpu/reads.h"

/* Each thread loads `distance` words after its own, as one word and as two, and adds to b. */
static const char text[] = PTX_HEADER ".visible .entry add(.param .u64 a, .param .u64 b, .param .u64 distance)\n"
                                      "{\n"
                                      "    .reg .b32 %r<8>;\n"
                                      "    .reg .b64 %rd<10>;\n"
                                      "    ld.param.u64 %rd1, [a];\n"
                                      "    ld.param.u64 %rd2, [b];\n"
                                      "    ld.param.u64 %rd3, [distance];\n"
                                      "    mov.u32 %r1, %tid.x;\n"
                                      "    mul.wide.u32 %rd4, %r1, 8;\n"
                                      "    add.s64 %rd5, %rd1, %rd4;\n"
                                      "    add.s64 %rd6, %rd5, %rd3;\n"
                                      "    ld.global.v2.u32 {%r2, %r3}, [%rd6];\n"
                                      "    add.u32 %r2, %r2, %r3;\n"
                                      "    mul.wide.u32 %rd7, %r1, 4;\n"
                                      "    add.s64 %rd8, %rd2, %rd7;\n"
                                      "    st.global.u32 [%rd8], %r2;\n"
                                      "    red.global.add.u32 [%rd8+128], %r2;\n"
                                      "    ret;\n"
                                      "}\n";

enum { WORDS = 128, THREADS = 32 };

static struct vgpu_fixture f;
static uint64_t a, b;
static struct vgpu_read_watch *watch;

static int set_up(void **state)
{
    static const uint32_t words[WORDS] = {7};
    (void)state;
    fixture_open(&f, text, 1);
    a = fixture_buffer(&f, "a", words, sizeof words);
    b = fixture_buffer(&f, "b", words, sizeof words);
    watch = vgpu_read_watch_new();
    assert_non_null(watch);
    assert_int_equal(vgpu_read_watch_add(watch, a, sizeof words), 0);
    assert_int_equal(vgpu_read_watch_add(watch, b, sizeof words), 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fixture_close(&f);
    vgpu_read_watch_free(watch);
    return 0;
}

static void launch(uint32_t threads, uint64_t distance)
{
    fixture_launch(&f, "add", 1, threads, (uint64_t[]){a, b, distance}, 3);
    assert_int_equal(f.report->finding_count, 0);
}

static void assert_read(int number, uint64_t first, uint64_t end)
{
    for (uint64_t offset = 0; offset < sizeof(uint32_t[WORDS]); offset++)
        assert_int_equal(vgpu_read_watch_has(watch, number, offset), offset >= first && offset < end);
}

static void whole_warps_are_noted(void **state)
{
    (void)state;
    f.launch.reads = watch;
    launch(THREADS, 16);
    assert_read(0, 16, 16 + 8 * THREADS);
    assert_read(1, 128, 128 + 4 * THREADS); /* an atomic reads too, a store does not */
}

static void lanes_of_a_part_of_a_warp_are_noted(void **state)
{
    (void)state;
    f.launch.reads = watch;
    launch(5, 8);
    assert_read(0, 8, 8 + 8 * 5);
    assert_read(1, 128, 128 + 4 * 5);
}

static void a_launch_without_the_watch_notes_nothing(void **state)
{
    (void)state;
    f.launch.reads = watch;
    launch(1, 0);
    f.launch.reads = NULL;
    launch(THREADS, 0);
    assert_read(0, 0, 8);
}

static void a_copy_is_noted_as_far_as_the_buffer(void **state)
{
    (void)state;
    vgpu_read_watch_note(watch, a + 500, 100);
    assert_read(0, 500, sizeof(uint32_t[WORDS]));
    assert_read(1, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whole_warps_are_noted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lanes_of_a_part_of_a_warp_are_noted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_launch_without_the_watch_notes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_copy_is_noted_as_far_as_the_buffer, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
