/* Tests memory for samples: created where lanes touch it, one by one or as a pattern. */
#include <string.h>

#include "vgpu/profile.h"
#include "vgpu_fixture.h"

/* to[INDEX(i)] = from[i] for each thread's i < n */
#define COPY_TO(name, index)                                                                           \
    ".visible .entry " name "(.param .u64 p0, .param .u64 p1, .param .u32 p2)\n{\n.reg .pred %p<2>;\n" \
    ".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\nld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\n"        \
    "ld.param.u32 %r1, [p2];\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n"   \
    "mad.lo.s32 %r5, %r2, %r3, %r4;\nsetp.ge.s32 %p1, %r5, %r1;\n@%p1 bra DONE;\n"                     \
    "mul.wide.s32 %rd3, %r5, 4;\nadd.s64 %rd4, %rd1, %rd3;\nld.global.u32 %r7, [%rd4];\n" index        \
    "mul.wide.s32 %rd5, %r6, 4;\nadd.s64 %rd6, %rd2, %rd5;\nst.global.u32 [%rd6], %r7;\nDONE:\nret;\n}\n"

static const char kernels[] =
    PTX_HEADER COPY_TO("copy", "mov.u32 %r6, %r5;\n") COPY_TO("scatter", "shl.b32 %r6, %r5, 11;\n");

static void fill_indices(void *context, uint64_t offset, void *out, uint64_t size_bytes)
{
    uint32_t *words = out, *calls = context;
    for (uint64_t i = 0; i < size_bytes / 4; i++)
        words[i] = (uint32_t)(offset / 4 + i);
    (*calls)++;
}

struct scene {
    struct vgpu_fixture f;
    uint32_t fills;
    struct {
        uint64_t from, to;
        uint32_t n;
    } arguments;
};

static void open_scene(struct scene *scene, uint32_t from_elements, uint32_t to_elements)
{
    struct error error = {0};
    struct vgpu_options options = {.architecture = "h100", .threads = 2, .seed = 7};
    scene->fills = 0;
    scene->arguments.n = from_elements;
    fixture_open_with(&scene->f, kernels, &options);
    assert_true(vgpu_allocate_lazy(scene->f.device, 4ULL * from_elements, "a", fill_indices, &scene->fills,
                                   &scene->arguments.from, &error));
    assert_true(vgpu_allocate_lazy(scene->f.device, 4ULL * to_elements, "c", NULL, NULL, &scene->arguments.to, &error));
}

static struct vgpu_report *profile(struct scene *scene, const char *kernel, uint32_t blocks, uint32_t threads)
{
    struct error error = {0};
    struct vgpu_launch launch = {.kernel = kernel,
                                 .grid = {blocks, 1, 1},
                                 .block = {threads, 1, 1},
                                 .arguments = &scene->arguments,
                                 .argument_bytes = sizeof scene->arguments,
                                 .checks = VGPU_COUNT,
                                 .profile = true};
    struct vgpu_report *report = vgpu_launch(scene->f.module, &launch, &error);
    assert_non_null(report);
    assert_false(report->faulted);
    return report;
}

static void what_the_host_writes_of_lazy_memory_stays(void **state)
{
    enum { AT = 5000 };
    struct scene scene;
    struct error error = {0};
    uint32_t words[4] = {7, 7, 7, 7};
    (void)state;
    open_scene(&scene, 64 * 1024, 1);
    assert_true(vgpu_write(scene.f.device, scene.arguments.from + 4 * AT, words, 8, &error));
    assert_true(vgpu_fill(scene.f.device, scene.arguments.from + 4 * (AT + 2), 0x11, 4, &error));
    assert_true(vgpu_read(scene.f.device, words, scene.arguments.from + 4 * AT, sizeof words, &error));
    assert_int_equal(words[1], 7);
    assert_int_equal(words[2], 0x11111111);
    assert_int_equal(words[3], AT + 3);
    fixture_close(&scene.f);
}

static uint32_t word_at(struct scene *scene, uint64_t address)
{
    struct error error = {0};
    uint32_t word = 0;
    assert_true(vgpu_read(scene->f.device, &word, address, sizeof word, &error));
    return word;
}

/* What is written to the input afterwards is not in the copy. */
static void a_copy_of_lazy_memory_is_made_where_it_is_touched(void **state)
{
    enum { ELEMENTS = 64 * 1024, WRITTEN = 5000, LATER = 300, APART = 1024 };
    struct scene scene;
    struct error error = {0};
    uint64_t again;
    uint32_t seven = 7, nine = 9;
    (void)state;
    open_scene(&scene, ELEMENTS, ELEMENTS);
    uint64_t from = scene.arguments.from, to = scene.arguments.to;
    assert_true(vgpu_allocate_lazy(scene.f.device, 4ULL * ELEMENTS, "d", NULL, NULL, &again, &error));
    assert_true(vgpu_write(scene.f.device, from + 4ULL * WRITTEN, &seven, 4, &error));
    assert_true(vgpu_copy(scene.f.device, to, from, 4ULL * ELEMENTS, &error));
    assert_true(vgpu_write(scene.f.device, from + 4ULL * LATER, &nine, 4, &error));
    assert_true(vgpu_write(scene.f.device, to + 4ULL * (APART + 3), &nine, 4, &error));
    assert_true(vgpu_copy(scene.f.device, again, to + 4ULL * APART, 4ULL * (ELEMENTS - APART), &error));
    assert_in_range(scene.fills, 1, 3);
    assert_int_equal(word_at(&scene, to + 4ULL * WRITTEN), 7);
    assert_int_equal(word_at(&scene, to + 4ULL * (WRITTEN + 1)), WRITTEN + 1);
    assert_int_equal(word_at(&scene, to + 4ULL * LATER), LATER);
    assert_int_equal(word_at(&scene, again + 4ULL * 3), 9);
    assert_int_equal(word_at(&scene, again + 4ULL * 4), APART + 4);
    assert_int_equal(word_at(&scene, again + 4ULL * 40000), APART + 40000);
    assert_int_equal(word_at(&scene, again + 4ULL * (ELEMENTS - 1)), 0);
    assert_true(vgpu_copy(scene.f.device, to + 4, from + 8, 16, &error)); /* no whole pieces */
    assert_int_equal(word_at(&scene, to + 4), 2);
    fixture_close(&scene.f);
}

/* What a kernel wrote is copied, and the rest holds the same as untouched memory. */
static void copies_among_scratch_of_samples_hold_what_was_written(void **state)
{
    enum { PIECES = 4096, AT = 700 };
    struct scene scene;
    struct error error = {0};
    uint64_t one, two, blank;
    uint32_t seven = 7;
    (void)state;
    open_scene(&scene, 64, 64);
    assert_true(vgpu_allocate_sampled(scene.f.device, PIECES * 256, "s", &one, &error));
    assert_true(vgpu_allocate_sampled(scene.f.device, PIECES * 256, "t", &two, &error));
    blank = word_at(&scene, one + 4ULL * (AT + 500));
    assert_int_not_equal(blank, 0);
    assert_true(vgpu_write(scene.f.device, one + 4ULL * AT, &seven, 4, &error));
    assert_true(vgpu_write(scene.f.device, two + 4ULL * (AT + 1000), &seven, 4, &error));
    for (int times = 0; times < 100; times++) /* more often than copies can be kept apart */
        assert_true(vgpu_copy(scene.f.device, two, one, 4ULL * 64 * (100 + (uint64_t)times), &error));
    assert_int_equal(word_at(&scene, two + 4ULL * AT), 7);
    assert_int_equal(word_at(&scene, two + 4ULL * (AT + 2)), blank);
    assert_int_equal(word_at(&scene, two + 4ULL * (AT + 1000)), blank);
    assert_true(vgpu_fill(scene.f.device, one, 0, PIECES * 256, &error));
    assert_true(vgpu_copy(scene.f.device, two, one, PIECES * 256, &error));
    assert_int_equal(word_at(&scene, two + 4ULL * AT), 0);
    assert_int_equal(word_at(&scene, two + 4ULL * 5000), 0);
    fixture_close(&scene.f);
}

static void scratch_of_samples_holds_what_all_of_it_was_filled_with(void **state)
{
    struct scene scene;
    struct error error = {0};
    uint64_t at, lazy_word = 0, word = 1;
    (void)state;
    open_scene(&scene, 64, 64);
    assert_true(vgpu_allocate_sampled(scene.f.device, UINT64_C(1) << 34, "s", &at, &error)); /* of the device's 80 GB */
    assert_true(vgpu_read(scene.f.device, &lazy_word, at + 800, 8, &error));
    assert_true(vgpu_allocate(scene.f.device, 8, "t", &scene.arguments.to, &error));
    assert_true(vgpu_read(scene.f.device, &word, scene.arguments.to, 8, &error));
    assert_int_equal(lazy_word, word);
    assert_true(vgpu_fill(scene.f.device, at, 0, UINT64_C(1) << 34, &error));
    assert_true(vgpu_read(scene.f.device, &word, at + 800, 8, &error));
    assert_int_equal(word, 0);
    assert_true(vgpu_fill(scene.f.device, at + 804, 0xff, 4, &error));
    assert_true(vgpu_poison(scene.f.device, at, UINT64_C(1) << 34, &error));
    assert_true(vgpu_read(scene.f.device, &word, at + 800, 8, &error));
    assert_int_equal(word, lazy_word);
    fixture_close(&scene.f);
}

/* All lanes, and some lanes of the last warp. */
static void requests_of_neighbouring_lanes_are_made_and_recorded(void **state)
{
    enum { ELEMENTS = 3 * 64 + 40 };
    struct scene scene;
    struct error error = {0};
    uint32_t out[ELEMENTS];
    (void)state;
    open_scene(&scene, ELEMENTS, ELEMENTS);
    struct vgpu_report *report = profile(&scene, "copy", 4, 64);
    const struct vgpu_profile *seen = report->profile;
    assert_int_equal(seen->request_count, 2 * 8);
    for (uint32_t i = 0; i < 2 * 8; i++) {
        uint64_t buffer = i % 2 ? scene.arguments.to : scene.arguments.from;
        assert_int_equal(seen->requests[i].block, i / 4);
        assert_int_equal(seen->requests[i].line_count, 1);
        assert_int_equal(seen->lines[i].line, (buffer + 128 * (uint64_t)(i / 2)) / 128);
        assert_int_equal(seen->lines[i].sectors, i < 14 ? 15 : 1);
        assert_int_equal(seen->lines[i].lanes, i < 14 ? 32 : 8);
    }
    assert_int_equal(report->totals[VGPU_COUNTER_GLOBAL_LOAD_SECTORS], 7 * 4 + 1);
    vgpu_report_free(report);
    const uint64_t *written = vgpu_lazy_written(scene.f.device, scene.arguments.to);
    for (uint32_t i = 0; i < 4 * ELEMENTS; i++)
        assert_true(written[i / 64] >> i % 64 & 1);
    assert_int_equal(written[4 * ELEMENTS / 64] >> 4 * ELEMENTS % 64, 0);
    assert_int_equal(vgpu_lazy_written_bytes(scene.f.device, scene.arguments.to), 4 * ELEMENTS);
    assert_int_equal(vgpu_lazy_written_bytes(scene.f.device, scene.arguments.from), 0);
    assert_true(vgpu_read(scene.f.device, out, scene.arguments.to, sizeof out, &error));
    for (uint32_t i = 0; i < ELEMENTS; i++)
        assert_int_equal(out[i], i);
    fixture_close(&scene.f);
}

/* The second launch adds to an area that was counted after the first. */
static void written_bytes_are_counted_after_each_launch(void **state)
{
    enum { FIRST = 64, SECOND = 4 * 64 };
    struct scene scene;
    (void)state;
    open_scene(&scene, SECOND, SECOND);
    uint64_t to = scene.arguments.to;
    assert_int_equal(vgpu_lazy_written_bytes(scene.f.device, to), 0);
    vgpu_report_free(profile(&scene, "copy", FIRST / 64, 64));
    assert_int_equal(vgpu_lazy_written_bytes(scene.f.device, to), 4 * FIRST);
    assert_int_equal(vgpu_lazy_written_bytes(scene.f.device, to), 4 * FIRST);
    vgpu_report_free(profile(&scene, "copy", SECOND / 64, 64));
    assert_int_equal(vgpu_lazy_written_bytes(scene.f.device, to), 4 * SECOND);
    fixture_close(&scene.f);
}

static void requests_of_lanes_far_apart_are_made_and_recorded(void **state)
{
    struct scene scene;
    struct error error = {0};
    uint32_t word;
    (void)state;
    open_scene(&scene, 64, 64 << 11);
    struct vgpu_report *report = profile(&scene, "scatter", 1, 64);
    const struct vgpu_profile *seen = report->profile;
    assert_int_equal(seen->request_count, 4);
    const uint64_t *written = vgpu_lazy_written(scene.f.device, scene.arguments.to);
    for (uint32_t i = 0; i < 64; i++) {
        const struct vgpu_request *request = &seen->requests[i < 32 ? 1 : 3];
        const struct vgpu_touched_line *line = &seen->lines[request->first_line + i % 32];
        assert_int_equal(request->line_count, 32);
        assert_int_equal(line->line, scene.arguments.to / 128 + 64 * (uint64_t)i);
        assert_int_equal(line->sectors, 1);
        assert_int_equal(written[128 * (size_t)i], 15);
        assert_int_equal(written[128 * (size_t)i + 1], 0);
        assert_true(vgpu_read(scene.f.device, &word, scene.arguments.to + ((uint64_t)i << 13), sizeof word, &error));
        assert_int_equal(word, i);
    }
    assert_int_equal(vgpu_lazy_written_bytes(scene.f.device, scene.arguments.to), 64 * 4);
    vgpu_report_free(report);
    fixture_close(&scene.f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_host_writes_of_lazy_memory_stays),
        cmocka_unit_test(a_copy_of_lazy_memory_is_made_where_it_is_touched),
        cmocka_unit_test(copies_among_scratch_of_samples_hold_what_was_written),
        cmocka_unit_test(scratch_of_samples_holds_what_all_of_it_was_filled_with),
        cmocka_unit_test(requests_of_neighbouring_lanes_are_made_and_recorded),
        cmocka_unit_test(written_bytes_are_counted_after_each_launch),
        cmocka_unit_test(requests_of_lanes_far_apart_are_made_and_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
