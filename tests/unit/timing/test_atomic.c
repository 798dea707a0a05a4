/* Tests atomics in the time model against times of an H100: 1024 blocks of 256 threads. */
#include "part.h"
#include "timing/time_model.h"
#include "vgpu_fixture.h"

/* `rounds` adds. In round k, %r5 is k, and `place` computes the word of p0 in %r6. */
#define KERNEL(name, lanes, place, add)                                                                      \
    ".visible .entry " name "(.param .u64 p0)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<12>;\n.reg .b64 %rd<6>;\n" \
    ".reg .f32 %f<2>;\nld.param.u64 %rd1, [p0];\ncvta.to.global.u64 %rd2, %rd1;\nmov.u32 %r1, %tid.x;\n"     \
    "mov.u32 %r2, %ctaid.x;\nshl.b32 %r3, %r2, 3;\nshr.u32 %r4, %r1, 5;\nadd.s32 %r3, %r3, %r4;\n"           \
    "mul.lo.s32 %r3, %r3, 7;\nand.b32 %r4, %r1, 31;\nsetp.ge.u32 %p1, %r4, " lanes ";\n@%p1 bra DONE;\n"     \
    "mov.f32 %f1, 0f3f800000;\nmov.u32 %r5, 0;\nAGAIN:\n" place                                              \
    "mul.wide.u32 %rd3, %r6, 4;\nadd.s64 %rd4, %rd2, %rd3;\n" add                                            \
    "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p2, %r5, 16;\n@%p2 bra AGAIN;\nDONE:\nret;\n}\n"
#define INTEGER "red.global.add.u32 [%rd4], %r1;\n"
#define FLOAT "red.global.add.f32 [%rd4], %f1;\n"
static const char kernels[] = PTX_HEADER KERNEL("one_each_in_turn", "32", "mov.u32 %r6, %r5;\n", INTEGER)
    KERNEL("by_lane", "32", "and.b32 %r6, %r1, 1;\n", INTEGER)
        KERNEL("words_of_a_line", "1", "add.s32 %r6, %r3, %r5;\nand.b32 %r6, %r6, 31;\n", INTEGER)
            KERNEL("one_word", "1", "mov.u32 %r6, 0;\n", FLOAT)
                KERNEL("lines", "1", "add.s32 %r6, %r3, %r5;\nand.b32 %r6, %r6, 31;\nshl.b32 %r6, %r6, 5;\n", FLOAT)
                    KERNEL("eight_words", "32", "and.b32 %r6, %r1, 7;\n", INTEGER) KERNEL(
                        "two_lines", "32",
                        "and.b32 %r6, %r1, 31;\nand.b32 %r7, %r5, 1;\nshl.b32 %r7, %r7, 5;\nadd.u32 %r6, %r6, %r7;\n",
                        INTEGER) KERNEL("eight_sectors", "32", "and.b32 %r6, %r1, 7;\nshl.b32 %r6, %r6, 3;\n", INTEGER);

static double microseconds(struct vgpu_fixture *fixture, uint64_t memory, const char *kernel)
{
    struct error error = {0};
    struct time_request request = {.launch = {.kernel = kernel,
                                              .grid = {1024, 1, 1},
                                              .block = {256, 1, 1},
                                              .arguments = &memory,
                                              .argument_bytes = sizeof memory},
                                   .resources = {.registers = 16},
                                   .seed = 3};
    struct time_estimate result = {0};
    assert_true(time_model_estimate(fixture->module, &request, &result, &error));
    return result.total_ns / 1e3;
}

static void atomics_take_as_long_as_on_an_h100(void **state)
{
    static const struct {
        const char *kernel;
        double least_us, most_us; /* around the H100's 96.8, 1530, 94, 234, 19, 312, 310, 3107 us */
    } cases[] = {{"one_each_in_turn", 85, 110},
                 {"by_lane", 1200, 1900},
                 {"words_of_a_line", 80, 110},
                 {"one_word", 210, 260},
                 {"lines", 14, 24},
                 {"eight_words", 270, 350},
                 {"two_lines", 270, 350},
                 {"eight_sectors", 2700, 3500}};
    struct vgpu_fixture fixture;
    struct error error = {0};
    uint64_t memory;
    (void)state;
    fixture_open_with(&fixture, kernels, &(struct vgpu_options){.architecture = "h100", .threads = 2, .seed = 7});
    assert_true(vgpu_allocate_lazy(fixture.device, 1 << 16, "counts", NULL, NULL, &memory, &error));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!part_has(cases[i].kernel))
            continue;
        double time = microseconds(&fixture, memory, cases[i].kernel);
        if (time < cases[i].least_us || time > cases[i].most_us)
            fail_msg("%s: %g us", cases[i].kernel, time);
    }
    fixture_close(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(atomics_take_as_long_as_on_an_h100)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
