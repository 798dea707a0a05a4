/* Tests which instructions of a kernel store other values, and how. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "program/build/altered_stores.h"

#define ONE(type, mask, value) \
    ".reg .b" type " altered0;\nmov.b" type " altered0, " value ";\nxor.b" type " altered0, altered0, " mask ";\n"

static const struct {
    const char *line, *altered; /* NULL: the line stays */
} rows[] = {
    {"\tst.global.f32 \t[%rd8], %f3;", "{\n" ONE("32", "0x400000", "%f3") "st.global.f32 \t[%rd8], altered0;\n}\n"},
    {"@%p1 st.global.b64 [%rd8+16], %rd3;",
     "{\n" ONE("64", "0x8000000000000", "%rd3") "@%p1 st.global.b64 [%rd8+16], altered0;\n}\n"},
    {"st.global.u8 [%rd8], %rs1;", "{\n" ONE("16", "0x40", "%rs1") "st.global.u8 [%rd8], altered0;\n}\n"},
    {"st.volatile.global.u16 [a+2], %r7;",
     "{\n" ONE("32", "0x200", "%r7") "st.volatile.global.u16 [a+2], altered0;\n}\n"},
    {"st.global.v2.b32 [%rd8], {%r1, %r2};",
     "{\n" ONE("32", "0x400000",
               "%r1") ".reg .b32 altered1;\nmov.b32 altered1, %r2;\n"
                      "xor.b32 altered1, altered1, 0x400000;\nst.global.v2.b32 [%rd8], {altered0, altered1};\n}\n"},
    {"st.shared.f32 [%rd8], %f3;", NULL},
    {"ld.global.f32 %f3, [%rd8];", NULL},
    {"// st.global.f32 [%rd8], %f3;", NULL},
    {"call.uni st.global, [%rd8], %f3;", NULL},
    {"st.global.f32 [%rd8]", NULL},
    {"st.", NULL},
    {"", NULL},
};

static void test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        CLEANUP(buffer_done) struct buffer ptx = BUFFER_INIT;
        CLEANUP(buffer_done) struct buffer wanted = BUFFER_INIT;
        size_t bytes;
        buffer_printf(&ptx, "%s\nret;\n", rows[i].line);
        buffer_printf(&wanted, "%s\nret;\n", rows[i].altered ? rows[i].altered : rows[i].line);
        const char *altered = altered_stores(buffer_text(&ptx), arena, &bytes);
        assert_string_equal(altered, buffer_text(&wanted));
        assert_int_equal(bytes, wanted.size_bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
