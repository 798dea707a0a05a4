/* wmma.load and wmma.store of a whole fragment give the same results as lane by lane. */
#include "vgpu_fixture.h"

enum { MATRIX_BYTES = 32768, OUT_BYTES = 16384, STRIDE = 40, LOADS = 6, STEP_BYTES = 1056 };

struct form {
    const char *name, *kind; /* kind: register type, b32 or f64 */
    unsigned registers;
};

static const struct form forms[] = {
    {"a.sync.aligned.row.m16n16k16.global.f16", "b32", 8}, {"a.sync.aligned.col.m16n16k16.global.f16", "b32", 8},
    {"a.sync.aligned.row.m16n16k16.f16", "b32", 8},        {"b.sync.aligned.row.m8n32k16.global.f16", "b32", 8},
    {"b.sync.aligned.col.m32n8k16.global.f16", "b32", 8},  {"a.sync.aligned.row.m16n16k16.global.s8", "b32", 2},
    {"b.sync.aligned.row.m16n16k16.global.u8", "b32", 2},  {"a.sync.aligned.col.m16n16k16.global.bf16", "b32", 4},
    {"a.sync.aligned.row.m16n16k8.global.tf32", "b32", 4}, {"c.sync.aligned.row.m16n16k16.global.f32", "b32", 8},
    {"c.sync.aligned.col.m16n16k16.global.f16", "b32", 4}, {"c.sync.aligned.row.m16n16k16.global.s32", "b32", 8},
    {"a.sync.aligned.row.m8n8k4.global.f64", "f64", 1},    {"c.sync.aligned.col.m8n8k4.global.f64", "f64", 2},
    {"a.sync.aligned.row.m8n8k32.global.s4", "b32", 1},
};

static char *kernel_of(const struct form *form)
{
    struct buffer out = BUFFER_INIT;
    unsigned width = form->kind[0] == 'f' ? 8 : 4;
    buffer_printf(&out, "%s",
                  PTX_HEADER
                  ".visible .entry k(.param .u64 in, .param .u64 out) {\n.reg .b32 %t, %s, %n; .reg .pred %p;\n");
    buffer_printf(&out, ".reg .b64 %%in, %%out, %%at;\n.reg .%s %%v<16>;\n", form->kind);
    buffer_printf(&out, "ld.param.u64 %%in, [in];\nld.param.u64 %%out, [out];\nmov.u32 %%t, %%tid.x;\n");
    buffer_printf(&out, "mov.u32 %%s, %d;\nmul.wide.u32 %%at, %%t, 128;\nadd.u64 %%out, %%out, %%at;\n", STRIDE);
    buffer_printf(&out, "mov.u32 %%n, 0;\nagain:\nwmma.load.%s {", form->name);
    for (unsigned i = 0; i < form->registers; i++)
        buffer_printf(&out, "%s%%v%u", i ? ", " : "", i);
    buffer_printf(&out, "}, [%%in], %%s;\nadd.u64 %%in, %%in, %d;\nadd.u32 %%n, %%n, 1;\n", STEP_BYTES);
    buffer_printf(&out, "setp.lt.u32 %%p, %%n, %d;\n@%%p bra again;\n", LOADS);
    for (unsigned i = 0; i < form->registers; i++)
        buffer_printf(&out, "st.global.%s [%%out+%u], %%v%u;\n", form->kind, i * width, i);
    buffer_printf(&out, "ret;\n}\n");
    return buffer_take(&out);
}

static const struct form stored_forms[] = {
    {"sync.aligned.row.m16n16k16.global.f32", "f32", 8}, {"sync.aligned.col.m16n16k16.f32", "f32", 8},
    {"sync.aligned.row.m8n32k16.global.f32", "f32", 8},  {"sync.aligned.row.m32n8k16.global.s32", "b32", 8},
    {"sync.aligned.row.m8n8k4.global.f64", "f64", 2},    {"sync.aligned.row.m16n16k16.global.f16", "b32", 4},
};

/* Two warps copy one matrix each from `in` to the output. */
static char *kernel_of_store(const struct form *form)
{
    struct buffer out = BUFFER_INIT, registers = BUFFER_INIT;
    for (unsigned i = 0; i < form->registers; i++)
        buffer_printf(&registers, "%s%%v%u", i ? ", " : "", i);
    buffer_printf(&out, "%s",
                  PTX_HEADER ".visible .entry k(.param .u64 in, .param .u64 out) {\n.reg .b32 %t, %s, %w;\n");
    buffer_printf(&out, ".reg .b64 %%in, %%out, %%at;\n.reg .%s %%v<16>;\n", form->kind);
    buffer_printf(&out, "ld.param.u64 %%in, [in];\nld.param.u64 %%out, [out];\nmov.u32 %%t, %%tid.x;\n");
    buffer_printf(&out, "shr.u32 %%w, %%t, 5;\nmul.wide.u32 %%at, %%w, 8192;\nadd.u64 %%in, %%in, %%at;\n");
    buffer_printf(&out, "add.u64 %%out, %%out, %%at;\nmov.u32 %%s, %d;\n", STRIDE);
    buffer_printf(&out, "wmma.load.c.%s {%s}, [%%in], %%s;\n", form->name, buffer_text(&registers));
    buffer_printf(&out, "wmma.store.d.%s [%%out+32], {%s}, %%s;\nret;\n}\n", form->name, buffer_text(&registers));
    buffer_done(&registers);
    return buffer_take(&out);
}

/* `offset` is the matrix's place in its buffer. */
static void run(const char *text, uint32_t threads, uint64_t offset, bool lane_by_lane, uint8_t *out,
                uint64_t *out_totals)
{
    static uint8_t content[MATRIX_BYTES];
    struct vgpu_fixture f;
    for (size_t i = 0; i < sizeof(content); i++)
        content[i] = (uint8_t)(i * 2654435761U >> 13);
    memset(out, 0, OUT_BYTES);
    fixture_open(&f, text, 1);
    uint64_t in = fixture_buffer(&f, "in", content, sizeof(content));
    uint64_t results = fixture_buffer(&f, "out", out, OUT_BYTES);
    f.launch.profile = lane_by_lane;
    fixture_launch(&f, "k", 1, threads, (uint64_t[]){in + offset, results}, 2);
    fixture_assert_clean(&f);
    fixture_read(&f, results, out, OUT_BYTES);
    memcpy(out_totals, f.report->totals, sizeof(f.report->totals));
    fixture_close(&f);
}

static void compare(const struct form *form, const char *text, uint32_t threads)
{
    static uint8_t whole[OUT_BYTES], single[OUT_BYTES];
    for (uint64_t offset = 0; offset <= 1056; offset += 1056) {
        uint64_t whole_totals[VGPU_COUNTER_COUNT], single_totals[VGPU_COUNTER_COUNT];
        run(text, threads, offset, false, whole, whole_totals);
        run(text, threads, offset, true, single, single_totals);
        if (memcmp(whole, single, sizeof(whole)) != 0)
            fail_msg("%s at %d: other content", form->name, (int)offset);
        for (int j = 0; j < VGPU_COUNTER_COUNT; j++)
            if (whole_totals[j] != single_totals[j])
                fail_msg("%s at %d: %s", form->name, (int)offset, vgpu_counter_describe((enum vgpu_counter)j)->name);
    }
}

static void loads_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        char *text = kernel_of(&forms[i]);
        compare(&forms[i], text, 32);
        free(text);
    }
}

static void stores_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(stored_forms) / sizeof(stored_forms[0]); i++) {
        char *text = kernel_of_store(&stored_forms[i]);
        compare(&stored_forms[i], text, 64);
        free(text);
    }
}

/* --- shared memory ---------------------------------------------------------------------------- */

enum { SHARED_BYTES = 8192 };

static const char *const shared_loads[] = {
    "a.sync.aligned.row.m16n16k16.shared.f16",
    "b.sync.aligned.col.m32n8k16.shared.f16",
    "a.sync.aligned.col.m16n16k16.shared.f16",
    "b.sync.aligned.row.m16n16k16.f16",
};

/* A block copies `in` to shared memory. A fragment, a sum and rows go from there to the output. */
static char *kernel_of_shared(const char *form, bool is_generic)
{
    struct buffer out = BUFFER_INIT;
    buffer_printf(&out, "%s",
                  PTX_HEADER ".shared .align 32 .b8 other[64];\n.shared .align 32 .b8 tile[8192];\n"
                             ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
                             ".reg .b32 %t, %s, %n, %tile, %row; .reg .f32 %f<8>; .reg .b32 %v<12>; .reg .pred %p;\n"
                             ".reg .b64 %in, %out, %at, %wide;\n"
                             "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n"
                             "mul.wide.u32 %at, %t, 4;\nadd.u64 %in, %in, %at;\nmov.u32 %tile, tile;\n"
                             "mad.lo.u32 %row, %t, 4, %tile;\nmov.u32 %n, 0;\nagain:\n"
                             "ld.global.b32 %v0, [%in];\nst.shared.b32 [%row], %v0;\nadd.u64 %in, %in, 128;\n"
                             "add.u32 %row, %row, 128;\nadd.u32 %n, %n, 128;\n");
    buffer_printf(&out, "setp.lt.u32 %%p, %%n, %d;\n@%%p bra again;\nbar.sync 0;\n", SHARED_BYTES);
    buffer_printf(&out, "mov.u32 %%s, %d;\ncvt.u64.u32 %%wide, %%tile;\nmad.lo.u32 %%row, %%t, 48, %%tile;\n", STRIDE);
    buffer_printf(&out, "%s", is_generic ? "cvta.shared.u64 %wide, %wide;\n" : "");
    buffer_printf(&out, "wmma.load.%s {%%v0, %%v1, %%v2, %%v3, %%v4, %%v5, %%v6, %%v7}, [%s], %%s;\n", form,
                  is_generic ? "%wide" : "%tile");
    buffer_printf(&out, "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%%v8, %%v9, %%v10, %%v11}, [%%row+64];\n");
    buffer_printf(&out, "wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 {%%f0, %%f1, %%f2, %%f3, %%f4, %%f5, %%f6, "
                        "%%f7}, [%%tile], %%s;\nbar.sync 0;\n"
                        "wmma.store.d.sync.aligned.col.m16n16k16.shared.f32 [%%tile+128], {%%f0, %%f1, %%f2, %%f3, "
                        "%%f4, %%f5, %%f6, %%f7}, %%s;\nbar.sync 0;\n"
                        "ld.shared.f32 %%f0, [%%row+192];\nmul.wide.u32 %%at, %%t, 64;\nadd.u64 %%out, %%out, %%at;\n"
                        "st.global.f32 [%%out+48], %%f0;\n");
    for (int i = 0; i < 12; i++)
        buffer_printf(&out, "st.global.b32 [%%out+%d], %%v%d;\n", i * 4, i);
    buffer_printf(&out, "ret;\n}\n");
    return buffer_take(&out);
}

static void run_shared(const char *text, unsigned checks, uint8_t *out, uint64_t *out_totals)
{
    static uint8_t content[SHARED_BYTES];
    struct vgpu_fixture f;
    for (size_t i = 0; i < sizeof(content); i++)
        content[i] = (uint8_t)(i * 2654435761U >> 13);
    memset(out, 0, OUT_BYTES);
    fixture_open(&f, text, 1);
    uint64_t in = fixture_buffer(&f, "in", content, sizeof(content));
    uint64_t results = fixture_buffer(&f, "out", out, OUT_BYTES);
    f.launch.checks = checks;
    fixture_launch(&f, "k", 1, 32, (uint64_t[]){in, results}, 2);
    fixture_assert_clean(&f);
    fixture_read(&f, results, out, OUT_BYTES);
    memcpy(out_totals, f.report->totals, sizeof(f.report->totals));
    fixture_close(&f);
}

static void shared_memory_agrees_with_checks(void **state)
{
    static uint8_t whole[OUT_BYTES], single[OUT_BYTES];
    uint64_t whole_totals[VGPU_COUNTER_COUNT], single_totals[VGPU_COUNTER_COUNT];
    (void)state;
    for (size_t i = 0; i < sizeof(shared_loads) / sizeof(shared_loads[0]); i++) {
        char *text = kernel_of_shared(shared_loads[i], !strstr(shared_loads[i], "shared"));
        run_shared(text, VGPU_COUNT, whole, whole_totals);
        run_shared(text, VGPU_COUNT | VGPU_CHECK_ALL, single, single_totals);
        free(text);
        if (memcmp(whole, single, sizeof(whole)) != 0)
            fail_msg("%s: other content", shared_loads[i]);
        for (int j = 0; j < VGPU_COUNTER_COUNT; j++)
            if (whole_totals[j] != single_totals[j])
                fail_msg("%s: %s", shared_loads[i], vgpu_counter_describe((enum vgpu_counter)j)->name);
    }
}

/* With checks, a generic address goes lane by lane, which is the definition. */
static void checked_shared_memory_agrees(void **state)
{
    static uint8_t parts[OUT_BYTES], single[OUT_BYTES];
    uint64_t totals[VGPU_COUNTER_COUNT];
    (void)state;
    for (size_t i = 0; strstr(shared_loads[i], ".shared"); i++) {
        char *text = kernel_of_shared(shared_loads[i], false), generic[64];
        const char *space = strstr(shared_loads[i], ".shared");
        snprintf(generic, sizeof generic, "%.*s%s", (int)(space - shared_loads[i]), shared_loads[i],
                 space + strlen(".shared"));
        char *generic_text = kernel_of_shared(generic, true);
        run_shared(text, VGPU_COUNT | VGPU_CHECK_ALL, parts, totals);
        run_shared(generic_text, VGPU_COUNT | VGPU_CHECK_ALL, single, totals);
        free(text);
        free(generic_text);
        if (memcmp(parts, single, sizeof parts) != 0)
            fail_msg("%s: other content", shared_loads[i]);
    }
}

/* A matrix that reaches past its variable still faults at the lane that does. */
static void shared_edge_faults(void **state)
{
    static const char text[] =
        PTX_HEADER ".shared .align 32 .b8 tile[512];\n.shared .align 32 .b8 next[4096];\n"
                   ".visible .entry k(.param .u64 out) {\n.reg .b32 %s, %n, %v<8>;\n.reg .b64 %out;\n"
                   "mov.u32 %s, 20;\nmov.u32 %n, next;\nst.shared.b32 [%n], %s;\n"
                   "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7}, "
                   "[tile], %s;\nld.param.u64 %out, [out];\nst.global.b32 [%out], %v0;\nret;\n}\n";
    uint32_t out = 0;
    struct vgpu_fixture f;
    (void)state;
    fixture_open(&f, text, 1);
    uint64_t results = fixture_buffer(&f, "out", &out, sizeof out);
    f.launch.checks = VGPU_COUNT;
    fixture_launch(&f, "k", 1, 32, &results, 1);
    assert_true(f.report->faulted);
    fixture_close(&f);
}

/* An H200 takes an odd distance between rows of floats for one less (measured). */
static void rows_of_a_sum_begin_at_pairs(void **state)
{
    (void)state;
    static uint8_t zeros[MATRIX_BYTES];
    static const struct {
        const char *layout, *stride;
        size_t findings;
    } rows[] = {{"row", "16    ", 0}, {"row", "18    ", 0}, {"row", "17    ", 1}, {"col", "17    ", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char ptx[2000];
        struct vgpu_fixture f;
        strcpy(ptx,
               PTX_HEADER ".visible .entry k(.param .u64 a)\n{\n.reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .f32 %f<4>;\n"
                          "ld.param.u64 %rd1, [a];\nmov.u32 %r2, STRIDE;\nmov.f32 %f1, "
                          "0f00000000;\nwmma.store.d.sync.aligned.LAY.m16n16k16.global.f32 "
                          "[%rd1], {%f1, %f1, %f1, %f1, %f1, %f1, %f1, %f1}, %r2;\nret;\n}\n");
        memcpy(strstr(ptx, "LAY"), rows[i].layout, 3);
        memcpy(strstr(ptx, "STRIDE"), rows[i].stride, 6);
        fixture_open(&f, ptx, 1);
        f.launch.checks = VGPU_CHECK_MEMORY;
        uint64_t at = fixture_buffer(&f, "a", zeros, sizeof zeros);
        fixture_launch(&f, "k", 1, 32, (uint64_t[]){at}, 1);
        assert_int_equal(f.report->finding_count > 0, rows[i].findings);
        if (rows[i].findings)
            assert_int_equal(f.report->findings[0].kind, VGPU_FINDING_MISALIGNED);
        fixture_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_of_a_sum_begin_at_pairs),
                                       cmocka_unit_test(loads_agree),
                                       cmocka_unit_test(stores_agree),
                                       cmocka_unit_test(shared_memory_agrees_with_checks),
                                       cmocka_unit_test(checked_shared_memory_agrees),
                                       cmocka_unit_test(shared_edge_faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
