/*
 * Programs whose variables or operands are too large for a frame are refused, and write nowhere. A
 * function can have very many registers.
 */

#include "base/buffer.h"
#include "base/told.h"
#include "vgpu_fixture.h"

#define ENTRY PTX_HEADER ".visible .entry k()\n"

/* False: refused, by the parser or by the decoder. */
static bool load(struct vgpu_fixture *fixture, const char *text, struct error *error)
{
    struct source source = {.name = "test.ptx", .text = text, .size_bytes = strlen(text)};
    *fixture = (struct vgpu_fixture){.arena = arena_new()};
    assert_true(vgpu_open(&(struct vgpu_options){.threads = 1, .seed = 1}, 1, &fixture->device, NULL));
    fixture->launch.instruction_limit = 1000;
    fixture->program = ptx_parse(fixture->arena, &source, diagnostics_new(fixture->arena));
    assert_non_null(fixture->program);
    fixture->module = vgpu_load(fixture->device, fixture->program, true, error);
    return fixture->module != NULL;
}

static void variables_beyond_all_limits_are_refused(void **state)
{
    static const char *const programs[] = {
        /* frames of 4 GiB and of 512 GiB */
        ENTRY "{\n.param .b8 x[134217728];\nst.param.b32 [x+134217720], 7;\nret;\n}\n",
        ENTRY "{\n.param .b8 x[17179869200];\nst.param.b32 [x+4], 7;\nret;\n}\n",
        /* each is possible, and not all together */
        ENTRY "{\n.param .b8 a[16000000];\n.param .b8 b[16000000];\n.param .b8 c[16000000];\nret;\n}\n",
        /* the end of the callee's local memory is before its beginning */
        PTX_HEADER ".func k()\n{\n.local .align 16 .b8 a[4294967280];\nret;\n}\n.visible .entry caller()\n{\n"
                   ".local .align 16 .b8 b[32];\ncall k, ();\nret;\n}\n",
        ENTRY "{\n.local .b8 a[4294967296];\nret;\n}\n",
        ENTRY "{\n.shared .b8 k[4294967296];\nret;\n}\n",
        ENTRY "{\n.shared .b8 s[1073741824];\n.shared .b8 k[1073741824];\nret;\n}\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
        struct vgpu_fixture f;
        struct error error = {0};
        CLEANUP(arena_free) struct arena *arena = arena_new();
        assert_false(load(&f, programs[i], &error));
        assert_string_equal(told_local(arena, error.message), "'k' is too large");
        vgpu_close(f.device);
        arena_free(f.arena);
    }
}

/* Only AddressSanitizer sees what a wrong width reads or writes. */
static void only_registers_have_128_bits(void **state)
{
    static const char *const programs[] = {
        PTX_HEADER ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
                   "st.global.b128 [%rd1], 5;\nret;\n}\n",
        ".version 8.4\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<2>;\n.reg .b128 %q<2>;\nld.param.u64 %rd1, [p];\n"
        "atom.global.exch.b128 _, [%rd1], %q1;\nret;\n}\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
        struct vgpu_fixture f;
        struct error error = {0};
        if (load(&f, programs[i], &error)) {
            uint64_t memory = fixture_buffer(&f, "memory", NULL, 1024);
            fixture_launch(&f, "k", 1, 32, &memory, 1);
        }
        fixture_close(&f);
    }
}

/* Register 65536 and the first one are different. */
static void all_registers_of_a_large_function_are_followed(void **state)
{
    enum { REGISTERS = 65600 };
    (void)state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct vgpu_fixture f;
    struct error error = {0};
    buffer_printf(&text,
                  PTX_HEADER ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<%d>;\n.reg .b64 %%rd<2>;\n"
                             ".shared .align 4 .b8 s[4];\nld.param.u64 %%rd1, [p];\n",
                  REGISTERS);
    for (int i = 1; i < REGISTERS; i++)
        buffer_printf(&text, "mov.u32 %%r%d, 1;\n", i);
    buffer_printf(&text, "ld.shared.u32 %%r%d, [s];\nst.global.u32 [%%rd1], %%r%d;\nret;\n}\n", REGISTERS - 1,
                  REGISTERS - 1);
    assert_true(load(&f, buffer_text(&text), &error));
    f.launch.instruction_limit = 100 * REGISTERS;
    f.launch.checks = VGPU_CHECK_ALL;
    uint64_t memory = fixture_buffer(&f, "memory", NULL, 4);
    fixture_launch(&f, "k", 1, 1, &memory, 1);
    fixture_find_stored(&f, memory, 4);
    assert_int_equal(f.report->finding_count, 1);
    assert_int_equal(f.report->findings[0].kind, VGPU_FINDING_UNINITIALISED_SHARED);
    fixture_close(&f);
}

/* Their numbers have 16 bits. Two with one number would share a place in memory. */
static void more_memory_instructions_than_numbers_are_refused(void **state)
{
    enum { NUMBERS = 65535 };
    (void)state;
    for (int more = 0; more < 2; more++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        struct vgpu_fixture f;
        struct error error = {0};
        buffer_append_text(&text, PTX_HEADER ".visible .entry k(.param .u64 p)\n{\n.reg .b16 %h<2>;\n"
                                             ".reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n");
        for (int i = 2; i < NUMBERS + more; i++)
            buffer_append_text(&text, "ld.global.u8 %h1, [%rd1+63];\n");
        buffer_append_text(&text, "st.global.u64 [%rd1+63], 1;\nret;\n}\n");
        bool is_loaded = load(&f, buffer_text(&text), &error);
        assert_int_equal(is_loaded, !more);
        if (is_loaded) {
            uint8_t zeros[64] = {0};
            f.launch.instruction_limit = 100 * NUMBERS;
            f.launch.checks = VGPU_CHECK_ALL;
            uint64_t memory = fixture_buffer(&f, "memory", zeros, sizeof zeros);
            fixture_launch(&f, "k", 1, 1, &memory, 1);
            assert_int_equal(f.report->finding_count, 1);
        }
        fixture_close(&f);
    }
}

static void very_many_constants_are_told_apart(void **state)
{
    enum { CONSTANTS = 20000 };
    (void)state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct vgpu_fixture f;
    struct error error = {0};
    buffer_append_text(&text, PTX_HEADER ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n"
                                         "ld.param.u64 %rd1, [p];\nmov.u32 %r1, 0;\n");
    for (int i = 1; i <= CONSTANTS; i++)
        buffer_printf(&text, "add.u32 %%r1, %%r1, %d;\n", i);
    buffer_append_text(&text, "st.global.u32 [%rd1], %r1;\nret;\n}\n");
    assert_true(load(&f, buffer_text(&text), &error));
    f.launch.instruction_limit = 2 * CONSTANTS;
    uint64_t sum = fixture_buffer(&f, "sum", NULL, 4);
    uint32_t value = 0;
    fixture_launch(&f, "k", 1, 1, &sum, 1);
    assert_true(vgpu_read(f.device, &value, sum, 4, &error));
    assert_int_equal(value, CONSTANTS / 2 * (CONSTANTS + 1));
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_beyond_all_limits_are_refused),
        cmocka_unit_test(only_registers_have_128_bits),
        cmocka_unit_test(all_registers_of_a_large_function_are_followed),
        cmocka_unit_test(more_memory_instructions_than_numbers_are_refused),
        cmocka_unit_test(very_many_constants_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
