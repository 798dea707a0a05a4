/* Tests which tokens of a source count for the compile cache. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/source_tokens.h"

static void assert_tokens(const char *text, const char *expected)
{
    struct buffer out CLEANUP(buffer_done) = BUFFER_INIT;
    source_tokens_append(&out, text, strlen(text));
    assert_string_equal(buffer_text(&out), expected);
}

static void comments_and_blanks_do_not_count(void **state)
{
    (void)state;
    assert_tokens("int a; // one\nint b;\n", "int a;\nint b;");
    assert_tokens("/* head\n */\n  int a;\n\n\n// more\nint   b; /* end */", "int a;\nint b;");
    assert_tokens("a/**/b", "a b");
    assert_tokens("", "");
}

static void plan_lines_count(void **state)
{
    (void)state;
    assert_tokens("// k: a kernel\n//! launch k(a) grid=1 block=32\nint a;", "//! launch k(a) grid=1 block=32\nint a;");
}

static void what_the_compiler_sees_stays_apart(void **state)
{
    (void)state;
    assert_tokens("c++ + d", "c++ + d");
    assert_tokens("c + ++d", "c + ++d");
    assert_tokens("#define A 1\nint x;", "#define A 1\nint x;");
    assert_tokens("s = \"// no comment\";", "s = \"// no comment\";");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_and_blanks_do_not_count),
        cmocka_unit_test(plan_lines_count),
        cmocka_unit_test(what_the_compiler_sees_stays_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
