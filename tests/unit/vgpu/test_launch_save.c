/* Blocks that disturb each other are undone: content and shadow of every piece of a buffer. */
#include "vgpu_fixture.h"

#include "vgpu/execution/device.h"

/*
 * shift(x, step): thread i writes x[i * step] + 1 to x[(i + 1) * step]. The input of a block's
 * first thread depends on the order. Blocks cover the buffer, so many write before two meet.
 */
static const char text[] =
    PTX_HEADER ".visible .entry shift(.param .u64 x, .param .u32 step) {\n"
               ".reg .b64 %rd<6>; .reg .b32 %r<8>;\n"
               "ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [step];\n"
               "mov.u32 %r2, %ctaid.x; mul.lo.u32 %r2, %r2, 37; and.b32 %r2, %r2, 63; mov.u32 %r3, %ntid.x; mov.u32 "
               "%r4, %tid.x; mad.lo.u32 %r5, %r2, %r3, %r4;\n"
               "mul.lo.u32 %r6, %r5, %r1; mul.wide.u32 %rd2, %r6, 4; add.u64 %rd3, %rd1, %rd2;\n"
               "mul.wide.u32 %rd4, %r1, 4; add.u64 %rd5, %rd3, %rd4;\n"
               "ld.global.u32 %r7, [%rd3]; add.u32 %r7, %r7, 1; st.global.u32 [%rd5], %r7; ret;\n}\n";

enum {
    BLOCKS = 64,
    THREADS = 64,
    SIZE_BYTES = (3 << 20) + 52, /* more than a piece, not a multiple of it */
    STEP = SIZE_BYTES / 4 / (BLOCKS * THREADS + 1),
    LAUNCHES = 3
};

struct outcome {
    uint8_t content[LAUNCHES][SIZE_BYTES];
    uint64_t defined_bytes[LAUNCHES];
    uint64_t findings[LAUNCHES]; /* including repetitions */
};

/* Each launch reads the previous one's output. The first finds half of the buffer undefined. */
static void run(int threads, struct outcome *out)
{
    struct vgpu_fixture f;
    memset(out, 0, sizeof(*out));
    fixture_open(&f, text, threads);
    f.launch.checks = VGPU_CHECK_MEMORY | VGPU_CHECK_INITIALISED;
    uint64_t x = fixture_buffer(&f, "x", NULL, SIZE_BYTES);
    struct error error;
    memset(out->content[0], 1, SIZE_BYTES / 2);
    assert_true(vgpu_write(f.device, x, out->content[0], SIZE_BYTES / 2, &error));
    for (int i = 0; i < LAUNCHES; i++) {
        struct shadow_extent extent;
        fixture_launch(&f, "shift", BLOCKS, THREADS, (uint64_t[]){x, STEP}, 2);
        assert_int_equal(f.report->ran_in_order, true);
        fixture_read(&f, x, out->content[i], SIZE_BYTES);
        fixture_find_stored(&f, x, SIZE_BYTES);
        shadow_extent(memory_find(&f.device->memory, x, 4)->defined, SIZE_BYTES, &extent);
        out->defined_bytes[i] = extent.defined_bytes;
        for (size_t j = 0; j < f.report->finding_count; j++)
            out->findings[i] += f.report->findings[j].count;
    }
    fixture_close(&f);
}

static void undoes_all_of_a_buffer(void **state)
{
    (void)state;
    struct outcome *expected = calloc(1, sizeof(*expected)), *got = calloc(1, sizeof(*got));
    assert_true(expected && got);
    run(1, expected);
    assert_true(expected->findings[0] > 0);
    for (int threads = 2; threads <= 7; threads += 5) {
        run(threads, got);
        for (int i = 0; i < LAUNCHES; i++) {
            assert_memory_equal(got->content[i], expected->content[i], SIZE_BYTES);
            assert_int_equal(got->defined_bytes[i], expected->defined_bytes[i]);
            assert_int_equal(got->findings[i], expected->findings[i]);
        }
    }
    free(expected);
    free(got);
}

/* The saved copy serves the next launch. Releasing the buffer releases the copy. */
static void keeps_a_copy(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    struct error error;
    fixture_open(&f, text, 2);
    uint64_t x = fixture_buffer(&f, "x", NULL, SIZE_BYTES);
    for (int i = 0; i < 2; i++)
        fixture_launch(&f, "shift", BLOCKS, THREADS, (uint64_t[]){x, STEP}, 2);
    assert_true(f.device->memory.saved_bytes >= SIZE_BYTES);
    assert_true(vgpu_release(f.device, x, &error));
    assert_int_equal(f.device->memory.saved_bytes, 0);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undoes_all_of_a_buffer),
        cmocka_unit_test(keeps_a_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
