/* Claims live from launch to launch. Earlier ones must neither make nor hide a race. */
#include "vgpu_fixture.h"

#include "vgpu/execution/device.h"

/* write(x, step, flip): thread i of block b writes x[(b * step + i) ^ flip]. */
static const char text[] =
    PTX_HEADER ".visible .entry write(.param .u64 x, .param .u32 step, .param .u32 flip) {\n"
               ".reg .b64 %rd<4>; .reg .b32 %r<8>;\n"
               "ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [step]; ld.param.u32 %r5, [flip];\n"
               "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r4, %r2, %r1, %r3; xor.b32 %r4, %r4, %r5;\n"
               "mul.wide.u32 %rd3, %r4, 4; add.u64 %rd3, %rd1, %rd3; st.global.u32 [%rd3], %r2; ret;\n}\n";

enum { BLOCKS = 16, THREADS = 64, WORDS = BLOCKS * THREADS };

static void write_words(struct vgpu_fixture *f, uint64_t x, uint32_t step, uint32_t flip)
{
    fixture_launch(f, "write", BLOCKS, THREADS, (uint64_t[]){x, step, flip}, 3);
}

static void assert_apart(struct vgpu_fixture *f, uint64_t x, uint32_t flip)
{
    write_words(f, x, THREADS, flip);
    assert_false(f->report->ran_in_order);
    fixture_assert_clean(f);
}

/* Blocks overlap by half. Each but the first writes words that the one before wrote. */
static void assert_race(struct vgpu_fixture *f, uint64_t x)
{
    write_words(f, x, THREADS / 2, 0);
    assert_true(f->report->ran_in_order);
    assert_int_equal(fixture_finding(f, VGPU_FINDING_RACE_WRITE_WRITE)->count, (BLOCKS - 1) * THREADS / 2);
}

static void forgets_claims_of_earlier_launches(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 7; threads += 3) {
        struct vgpu_fixture f;
        fixture_open(&f, text, threads);
        uint64_t x = fixture_buffer(&f, "x", NULL, WORDS * UINT64_C(4));
        for (uint32_t flip = 0; flip < WORDS; flip = flip * 2 + 1) {
            assert_apart(&f, x, flip);
            assert_race(&f, x);
        }
        fixture_close(&f);
    }
}

static void begins_anew_when_tags_run_out(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    fixture_open(&f, text, 2);
    for (uint32_t left = 0; left < 4 * WORDS; left += WORDS / 2) {
        uint64_t x = fixture_buffer(&f, "x", NULL, WORDS * UINT64_C(4));
        assert_apart(&f, x, 0);
        memory_find(&f.device->memory, x, 4)->claims.last = UINT32_MAX - left;
        assert_apart(&f, x, WORDS - 1);
        assert_apart(&f, x, 1);
        assert_race(&f, x);
    }
    fixture_close(&f);
}

/* Claims are counted by areas of a buffer. */
static void counts_the_claims_of_all_areas(void **state)
{
    enum { STEP = 4096 - THREADS / 2, AREAS_WORDS = BLOCKS * 4096 };
    (void)state;
    struct vgpu_fixture f;
    fixture_open(&f, text, 2);
    uint64_t x = fixture_buffer(&f, "x", NULL, AREAS_WORDS * UINT64_C(4));
    for (int i = 0; i < 4; i++) {
        write_words(&f, x, STEP, 0);
        assert_false(f.report->ran_in_order);
        fixture_assert_clean(&f);
        assert_race(&f, x);
    }
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forgets_claims_of_earlier_launches),
        cmocka_unit_test(begins_anew_when_tags_run_out),
        cmocka_unit_test(counts_the_claims_of_all_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
