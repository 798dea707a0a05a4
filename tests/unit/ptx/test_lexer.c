/* Tests tokens: numbers, names, strings, comments, places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "ptx/lex/lexer.h"

struct fixture {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct source source;
    struct ptx_names names;
    struct ptx_lexer lexer;
    char text[256];
};

static void start(struct fixture *fixture, const char *text)
{
    memset(fixture, 0, sizeof *fixture);
    fixture->arena = arena_new();
    fixture->diagnostics = diagnostics_new(fixture->arena);
    strncpy(fixture->text, text, sizeof fixture->text - 4);
    fixture->source = (struct source){"test.ptx", fixture->text, strlen(fixture->text)};
    names_init(&fixture->names, fixture->arena);
    lexer_init(&fixture->lexer, fixture->text, strlen(fixture->text), &fixture->names, &fixture->source,
               fixture->diagnostics);
}

static void finish(struct fixture *fixture)
{
    lexer_done(&fixture->lexer);
    names_done(&fixture->names);
    arena_free(fixture->arena);
}

static struct ptx_token only_token(const char *text)
{
    struct fixture fixture;
    start(&fixture, text);
    struct ptx_token token, end;
    lexer_next(&fixture.lexer, &token);
    if (token.kind != PTX_TOKEN_BAD) {
        lexer_next(&fixture.lexer, &end);
        assert_int_equal(end.kind, PTX_TOKEN_END);
        assert_int_equal(diagnostics_error_count(fixture.diagnostics), 0);
    }
    token.name = NULL;
    finish(&fixture);
    return token;
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int kind;
        uint64_t bits;
    } cases[] = {{"0", PTX_TOKEN_INTEGER, 0},
                 {"42", PTX_TOKEN_INTEGER, 42},
                 {"017", PTX_TOKEN_INTEGER, 15},
                 {"0xFFu", PTX_TOKEN_BAD, 0},
                 {"0xffU", PTX_TOKEN_INTEGER, 255},
                 {"0b101", PTX_TOKEN_INTEGER, 5},
                 {"18446744073709551615", PTX_TOKEN_INTEGER, UINT64_MAX},
                 {"18446744073709551616", PTX_TOKEN_BAD, 0},
                 {"08", PTX_TOKEN_BAD, 0},
                 {"0x", PTX_TOKEN_BAD, 0},
                 {"12ab", PTX_TOKEN_BAD, 0},
                 {"0f3F800000", PTX_TOKEN_FLOAT, 0x3f800000},
                 {"0F3f800000", PTX_TOKEN_FLOAT, 0x3f800000},
                 {"0f3F80000", PTX_TOKEN_BAD, 0},
                 {"0d3FF0000000000000", PTX_TOKEN_DOUBLE, UINT64_C(0x3ff0000000000000)},
                 {"0d3FF00000000000000", PTX_TOKEN_BAD, 0},
                 {"1.0", PTX_TOKEN_DOUBLE, UINT64_C(0x3ff0000000000000)},
                 {"25e-2", PTX_TOKEN_DOUBLE, UINT64_C(0x3fd0000000000000)},
                 {"1.", PTX_TOKEN_DOUBLE, UINT64_C(0x3ff0000000000000)}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ptx_token token = only_token(cases[i].text);
        if (token.kind != cases[i].kind)
            fail_msg("%s: kind %d, not %d", cases[i].text, token.kind, cases[i].kind);
        if (token.kind != PTX_TOKEN_BAD)
            assert_int_equal(token.bits, cases[i].bits);
    }
}

static void assert_name(struct fixture *fixture, int kind, const char *text, int line, int column)
{
    struct ptx_token token;
    lexer_next(&fixture->lexer, &token);
    assert_int_equal(token.kind, kind);
    assert_string_equal(token.name->text, text);
    assert_int_equal(token.line, line);
    assert_int_equal(token.column, column);
}

static void test_names_carry_dots_and_double_colons(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture, "ld.global.L1::evict_last.u32 %tid.x\n  $L__BB0_1 .shared::cta _");
    assert_name(&fixture, PTX_TOKEN_NAME, "ld.global.L1::evict_last.u32", 1, 1);
    assert_name(&fixture, PTX_TOKEN_NAME, "%tid.x", 1, 30);
    assert_name(&fixture, PTX_TOKEN_NAME, "$L__BB0_1", 2, 3);
    assert_name(&fixture, PTX_TOKEN_DIRECTIVE, "shared::cta", 2, 13);
    assert_name(&fixture, PTX_TOKEN_NAME, "_", 2, 26);
    finish(&fixture);
}

static void test_same_word_is_the_same_entry(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture, "abc abc abd");
    struct ptx_token first, second, third;
    lexer_next(&fixture.lexer, &first);
    lexer_next(&fixture.lexer, &second);
    lexer_next(&fixture.lexer, &third);
    assert_ptr_equal(first.name, second.name);
    assert_ptr_not_equal(first.name, third.name);
    finish(&fixture);
}

static void test_comments_and_lines(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture, "// one\r\n/* two\n three */ x // four");
    assert_name(&fixture, PTX_TOKEN_NAME, "x", 3, 11);
    struct ptx_token token;
    lexer_next(&fixture.lexer, &token);
    assert_int_equal(token.kind, PTX_TOKEN_END);
    finish(&fixture);
}

static void test_what_does_not_end_is_an_error(void **state)
{
    (void)state;
    assert_int_equal(only_token("/* open").kind, PTX_TOKEN_BAD);
    assert_int_equal(only_token("\"open").kind, PTX_TOKEN_BAD);
    assert_int_equal(only_token("\x80").kind, PTX_TOKEN_BAD);
    assert_int_equal(only_token("`").kind, PTX_TOKEN_BAD);
}

static void test_string_and_operators(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture, "\"a b\" << >= % && :");
    static const int kinds[] = {
        PTX_TOKEN_STRING, PTX_TOKEN_SHIFT_LEFT, PTX_TOKEN_GREATER_EQUAL, '%', PTX_TOKEN_AND, ':', PTX_TOKEN_END};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct ptx_token token;
        lexer_next(&fixture.lexer, &token);
        assert_int_equal(token.kind, kinds[i]);
        if (i == 0) {
            assert_int_equal(token.offset, 1);
            assert_int_equal(token.length, 3);
        }
    }
    finish(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_names_carry_dots_and_double_colons),
        cmocka_unit_test(test_same_word_is_the_same_entry),
        cmocka_unit_test(test_comments_and_lines),
        cmocka_unit_test(test_what_does_not_end_is_an_error),
        cmocka_unit_test(test_string_and_operators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
