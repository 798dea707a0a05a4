/* Tests how the findings of several workers become one report. */
#include "base/buffer.h"
#include "vgpu_fixture.h"

/* Each block runs a part of its own, whose stores are all wrong. */
static void findings_of_many_workers_are_joined(void **state)
{
    enum { PARTS = 8, STORES = 200, WORKERS = 16 };
    (void)state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct vgpu_fixture f;
    buffer_append_text(&text, PTX_HEADER ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n"
                                         ".reg .pred %p<2>;\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\n");
    for (int part = 0; part < PARTS; part++) {
        buffer_printf(&text, "setp.ne.u32 %%p1, %%r1, %d;\n@%%p1 bra L%d;\n", part, part);
        for (int i = 0; i < STORES; i++)
            buffer_printf(&text, "st.global.u32 [%%rd1+%d], 0;\n", 4096 + 4 * i);
        buffer_printf(&text, "L%d:\n", part);
    }
    buffer_append_text(&text, "ret;\n}\n");
    fixture_open(&f, buffer_text(&text), WORKERS);
    f.launch.checks = VGPU_CHECK_MEMORY;
    f.launch.finding_limit = PARTS * STORES;
    uint64_t memory = fixture_buffer(&f, "memory", NULL, 64);
    fixture_launch(&f, "k", PARTS, 1, &memory, 1);
    assert_in_range(f.report->finding_count, STORES, PARTS * STORES);
    for (size_t i = 0; i < STORES; i++)
        assert_int_equal(f.report->findings[i].count, 1);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_of_many_workers_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
