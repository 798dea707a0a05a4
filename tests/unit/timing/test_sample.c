/* Tests which blocks a sample runs, and what it says of memory that no line shows. */
#include "timing/sample/sample.h"
#include "vgpu_fixture.h"

/*
 * few_trap: ten blocks trap, from p0 on. 4000 blocks are busy, from p1 on. All others have nothing
 * to do.
 */
static const char kernels[] = PTX_HEADER
    ".visible .entry few_trap(.param .u32 p0, .param .u32 p1)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<6>;\n"
    "ld.param.u32 %r1, [p0];\nld.param.u32 %r2, [p1];\nmov.u32 %r3, %ctaid.x;\nsub.u32 %r1, %r3, %r1;\n"
    "setp.ge.u32 %p1, %r1, 10;\n@%p1 bra SAFE;\ntrap;\nSAFE:\nsub.u32 %r2, %r3, %r2;\n"
    "setp.ge.u32 %p2, %r2, 4000;\n@%p2 bra DONE;\nmov.u32 %r4, 0;\nAGAIN:\nadd.u32 %r4, %r4, 1;\n"
    "setp.lt.u32 %p3, %r4, 1000;\n@%p3 bra AGAIN;\nDONE:\nret;\n}\n"
    ".func (.param .b32 r) next(.param .b32 a)\n{\n.reg .b32 %r<3>;\nld.param.b32 %r1, [a];\n"
    "add.u32 %r2, %r1, 1;\nst.param.b32 [r], %r2;\nret;\n}\n"
    ".visible .entry call_by_name(.param .u64 p0)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p0];\nmov.u32 %r1, %tid.x;\n{\n.param .b32 a;\nst.param.b32 [a], %r1;\n.param .b32 r;\n"
    "call.uni (r), next, (a);\nld.param.b32 %r2, [r];\n}\nst.global.u32 [%rd1], %r2;\nret;\n}\n"
    ".visible .entry call_by_address(.param .u64 p0)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\n"
    "ld.param.u64 %rd1, [p0];\nmov.u32 %r1, %tid.x;\nmov.u64 %rd2, next;\n{\n.param .b32 a;\n"
    "st.param.b32 [a], %r1;\n.param .b32 r;\nprototype: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
    "call (r), %rd2, (a), prototype;\nld.param.b32 %r2, [r];\n}\nst.global.u32 [%rd1], %r2;\nret;\n}\n";

static void open_device(struct vgpu_fixture *fixture)
{
    struct vgpu_options options = {.architecture = "h100", .threads = 2, .seed = 7};
    fixture_open_with(fixture, kernels, &options);
}

/* The window around busy blocks has no fault, and does not make up for the first one's. */
static void a_fault_of_a_window_is_not_forgotten(void **state)
{
    enum { BLOCKS = 100000, SEED = 3, PROBE = BLOCKS / 24 };
    struct vgpu_fixture f;
    struct time_estimate result = {0};
    uint64_t random = SEED, window = sample_draw(&random, BLOCKS - 4140);
    (void)state;
    assert_true(window > 2 * PROBE); /* and so apart from the busy blocks */
    for (int traps = 0; traps < 2; traps++) {
        struct error error = {0};
        uint32_t arguments[] = {traps ? (uint32_t)window + 10 : BLOCKS, PROBE - 2000};
        open_device(&f);
        struct time_request request = {.launch = {.kernel = "few_trap",
                                                  .grid = {BLOCKS, 1, 1},
                                                  .block = {32, 1, 1},
                                                  .arguments = arguments,
                                                  .argument_bytes = sizeof arguments},
                                       .resources = {.registers = 16},
                                       .seed = SEED};
        assert_int_equal(time_model_estimate(f.module, &request, &result, &error), !traps);
        assert_int_equal(error.code, traps ? ERROR_CRASH : ERROR_NONE);
        fixture_close(&f);
    }
}

/* The machine code has more accesses to local memory than the PTX, for another reason. */
static void a_function_called_by_its_address_spills_no_registers(void **state)
{
    struct vgpu_fixture f;
    (void)state;
    open_device(&f);
    uint64_t out = fixture_buffer(&f, "out", (uint32_t[]){0}, sizeof(uint32_t));
    for (int by_address = 0; by_address < 2; by_address++) {
        struct error error = {0};
        struct time_estimate result = {0};
        struct time_request request = {.launch = {.kernel = by_address ? "call_by_address" : "call_by_name",
                                                  .grid = {264, 1, 1},
                                                  .block = {32, 1, 1},
                                                  .arguments = &out,
                                                  .argument_bytes = sizeof out},
                                       .resources = {.registers = 16, .local_loads = 20, .local_stores = 20},
                                       .seed = 3};
        assert_true(time_model_estimate(f.module, &request, &result, &error));
        assert_int_equal(result.cause.is_of_spills, !by_address);
        assert_int_equal(result.cause.is_of_stack, by_address);
    }
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_of_a_window_is_not_forgotten),
        cmocka_unit_test(a_function_called_by_its_address_spills_no_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
