/* Atomics of a warp on one number, joined to one update where no check is on. */
#include "vgpu_fixture.h"

enum { THREADS = 64 };

/* Each thread but every fifth updates one number and keeps what it found there. */
static const char text_of_global[] = PTX_HEADER ".visible .entry update(.param .u64 number, .param .u64 found)\n"
                                                "{\n"
                                                "    .reg .pred %%p<2>;\n"
                                                "    .reg .b32 %%r<5>;\n"
                                                "    .reg .b64 %%rd<9>;\n"
                                                "    ld.param.u64 %%rd1, [number];\n"
                                                "    ld.param.u64 %%rd2, [found];\n"
                                                "    mov.u32 %%r1, %%tid.x;\n"
                                                "    rem.u32 %%r2, %%r1, 5;\n"
                                                "    setp.eq.u32 %%p1, %%r2, 3;\n"
                                                "    @%%p1 bra DONE;\n"
                                                "    mad.lo.u32 %%r3, %%r1, -1640531535, 1234567;\n"
                                                "    cvt.s64.s32 %%rd3, %%r3;\n"
                                                "    mul.lo.s64 %%rd4, %%rd3, 4294967295;\n"
                                                "    mul.wide.u32 %%rd5, %%r1, 8;\n"
                                                "    add.s64 %%rd6, %%rd2, %%rd5;\n"
                                                "    atom.global.%s %s, [%%rd1], %s;\n"
                                                "    st.global.%s [%%rd6], %s;\n"
                                                "DONE:\n"
                                                "    ret;\n"
                                                "}\n";

struct outcome {
    uint64_t number, found[THREADS];
};

static struct outcome run(const char *text, unsigned checks)
{
    struct vgpu_fixture f;
    struct outcome outcome = {.number = UINT64_C(0x0123456789abcdef)};
    fixture_open(&f, text, 1);
    f.launch.checks = checks;
    uint64_t number = fixture_buffer(&f, "number", &outcome.number, sizeof outcome.number);
    uint64_t found = fixture_buffer(&f, "found", outcome.found, sizeof outcome.found);
    fixture_launch(&f, "update", 1, THREADS, (uint64_t[]){number, found}, 2);
    fixture_assert_clean(&f);
    fixture_read(&f, number, &outcome.number, sizeof outcome.number);
    fixture_read(&f, found, outcome.found, sizeof outcome.found);
    fixture_close(&f);
    return outcome;
}

static const char *const forms[] = {"add.u32", "add.s32", "add.u64", "min.u32",  "min.s32", "min.u64", "min.s64",
                                    "max.u32", "max.s32", "max.u64", "max.s64",  "and.b32", "and.b64", "or.b32",
                                    "or.b64",  "xor.b32", "xor.b64", "exch.b32", "inc.u32", "dec.u32", "add.f32"};

/* The checked run goes lane by lane. */
static void each_lane_finds_what_it_would_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        bool is_wide = strstr(forms[i], "64") != NULL;
        const char *old = is_wide ? "%rd7" : "%r4";
        char text[sizeof text_of_global + 64];
        snprintf(text, sizeof text, text_of_global, forms[i], old, is_wide ? "%rd4" : "%r3", is_wide ? "u64" : "u32",
                 old);
        struct outcome alone = run(text, VGPU_CHECK_ALL), joined = run(text, 0);
        if (memcmp(&alone, &joined, sizeof alone) != 0)
            fail_msg("atom.%s: joined lanes give 0x%llx, not 0x%llx", forms[i], (unsigned long long)joined.number,
                     (unsigned long long)alone.number);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_lane_finds_what_it_would_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
