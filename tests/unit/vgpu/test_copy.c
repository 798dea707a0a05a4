/* Tests which bytes of a copy are undefined: those of its source, wherever it begins. */
#include "vgpu_fixture.h"

enum { BYTES = 512, WRITTEN = 200 };

/* ask(x): goes two ways by x[0] */
static const char text[] =
    PTX_HEADER ".visible .entry ask(.param .u64 x) {\n.reg .b64 %rd<2>; .reg .b32 %r<3>; .reg .pred %p<2>;\n"
               "ld.param.u64 %rd1, [x]; ld.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0;\n"
               "@%p1 bra out; st.global.u32 [%rd1], %r1;\nout: ret;\n}\n";

static void undefined_bytes_stay_undefined(void **state)
{
    (void)state;
    static const uint64_t shifts[] = {0, 64, 4, 60}; /* the first two copy whole words of the shadow */
    struct vgpu_fixture f;
    struct error error = {0};
    uint8_t values[WRITTEN] = {0};
    fixture_open(&f, text, 1);
    uint64_t from = fixture_buffer(&f, "from", NULL, BYTES);
    assert_true(vgpu_write(f.device, from, values, WRITTEN, &error));
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++) {
        uint8_t all[BYTES + 64] = {0};
        uint64_t to = fixture_buffer(&f, "to", all, sizeof all);
        assert_true(vgpu_copy(f.device, to + shifts[i], from, BYTES, &error));
        for (uint64_t at = 0; at < sizeof all; at += 4) {
            bool is_undefined = at >= shifts[i] + WRITTEN && at < shifts[i] + BYTES;
            fixture_launch(&f, "ask", 1, 1, (uint64_t[]){to + at}, 1);
            assert_int_equal(f.report->finding_count > 0, is_undefined);
        }
    }
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undefined_bytes_stay_undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
