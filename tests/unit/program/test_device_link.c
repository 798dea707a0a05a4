/* Tests how PTX texts of several sources become one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "program/build/device_link.h"

#define HEADER ".version 9.0\n.target sm_90\n.address_size 64\n"

static const char first[] =
    HEADER ".extern .func (.param .b32 r) _Z5twicei\n(\n.param .b32 p\n)\n;\n"
           ".extern .global .align 4 .b8 table[16];\n.global .align 1 .b8 $str[3] = {59, 125, 0};\n"
           ".weak .func _Z4samev()\n{\n.loc 1 3 0\nret;\n}\n"
           ".visible .entry run(.param .u64 a)\n{\n.loc 1 5 0\ncall.uni (r), _Z5twicei, (p);\nmov.u64 %rd1, $str;\n"
           ".loc 1 6 2, function_name $L__info0, inlined_at 1 5 4\nret;\n}\n"
           "\t.file\t1 \"/warpschool/kernel.cu\"\n.section .debug_str\n{\n$L__info0:\n.b8 95,0\n}\n";
static const char second[] =
    HEADER ".visible .global .align 4 .b8 table[16] = {1, 0};\n.global .align 1 .b8 $str[2] = {120, 0}; // \";\n"
           ".weak .func _Z4samev()\n{\n.loc 1 8 0\nret;\n}\n.func keep()\n{\nret;\n}\n"
           ".visible .func (.param .b32 r) _Z5twicei(.param .b32 p)\n{\n.loc 1 9 0\nmov.u64 %rd1, $str;\nret;\n}\n"
           "\t.file\t1 \"/warpschool/kernel.cu\"\n";

static const struct source sources[] = {{"a.cu", "", 0}, {"b.cu", "", 0}};

struct fixture {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct device_link *link;
};

static int set_up(void **state)
{
    struct fixture *fixture = test_calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    fixture->diagnostics = diagnostics_new(fixture->arena);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    arena_free(fixture->arena);
    test_free(fixture);
    return 0;
}

static const char *link_texts(struct fixture *fixture, const char *one, const char *other)
{
    struct device_link_part *parts = ARENA_ARRAY(fixture->arena, 2, struct device_link_part);
    parts[0] = (struct device_link_part){one, &sources[0]};
    parts[1] = (struct device_link_part){other, &sources[1]};
    fixture->link = device_link_new(parts, 2, fixture->arena);
    return device_link_text(fixture->link, fixture->diagnostics);
}

static int count(const char *text, const char *word)
{
    int found = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        found++;
    return found;
}

static void names_are_linked_and_own_ones_stay_apart(void **state)
{
    struct fixture *fixture = *state;
    const char *text = link_texts(fixture, first, second);
    assert_non_null(text);
    assert_true(device_link_is_needed(fixture->link));
    assert_true(device_link_is_complete(fixture->link));
    assert_int_equal(count(text, ".version"), 1);
    assert_int_equal(count(text, ".weak .func _Z4samev()"), 1);
    assert_int_equal(count(text, ".visible .func (.param .b32 r) _Z5twicei"), 2); /* declared as it is defined */
    assert_int_equal(count(text, ".extern .func"), 0);
    assert_non_null(strstr(text, ".b8 $str[3] = {59, 125, 0};"));
    assert_non_null(strstr(text, ".b8 $str$part1[2] = {120, 0};"));
    assert_non_null(strstr(text, ".loc 2 9 0\nmov.u64 %rd1, $str$part1;"));
    assert_non_null(strstr(text, ".loc 1 6 2, function_name $L__info0, inlined_at 1 5 4"));
    assert_non_null(strstr(text, ".file\t1 \"a.cu\"\n.file\t2 \"b.cu\"\n"));
    assert_null(strstr(text, "debug_str"));
    assert_int_equal(count(text, "table[16]"), 1);
    assert_int_equal(count(text, ".extern"), 0);
    assert_true(strstr(text, ".visible .global .align 4 .b8 table[16] = {1, 0};") < strstr(text, ".b8 $str[3]"));
    assert_true(strstr(text, "table[16]") < strstr(text, ".visible .entry run"));
}

static void names_of_two_files_are_told_apart(void **state)
{
    struct fixture *fixture = *state;
    static const char own[] = HEADER ".func keep()\n{\nret;\n}\n.entry alone()\n{\ncall keep;\nret;\n}\n";
    const char *text = link_texts(fixture, own, own);
    assert_non_null(text);
    assert_false(device_link_is_needed(fixture->link));
    assert_non_null(strstr(text, "call keep$part1;"));
    assert_string_equal(device_link_name(fixture->link, 0, "alone"), "alone");
    assert_string_equal(device_link_name(fixture->link, 1, "alone"), "alone$part1");
    assert_null(device_link_name(fixture->link, 1, NULL));
}

static void what_is_missing_or_twice_is_named(void **state)
{
    struct fixture *fixture = *state;
    assert_null(link_texts(fixture, first, HEADER));
    assert_false(device_link_is_complete(fixture->link));
    assert_int_equal(diagnostics_count(fixture->diagnostics), 2);
    const struct diagnostic *missing = diagnostics_at(fixture->diagnostics, 0);
    assert_non_null(strstr(missing->message, "no file defines twice, which"));
    assert_int_equal(missing->location.line, 5);
    fixture->diagnostics = diagnostics_new(fixture->arena);
    assert_null(link_texts(fixture, second, second));
    const struct diagnostic *twice = diagnostics_at(fixture->diagnostics, 1);
    assert_non_null(strstr(twice->message, "twice is defined a second time, after a.cu:9"));
    assert_int_equal(twice->location.line, 9);
    assert_ptr_equal(twice->source, &sources[1]);
}

/* Texts that end early are read to their end, and no further. */
static void broken_texts_do_no_harm(void **state)
{
    struct fixture *fixture = *state;
    static const char *const texts[] = {"",   ".",    ".file", ".func (", ".func f() {", ".global .b8 a[",
                                        "\"", ".loc", "}",     ";;"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        link_texts(fixture, first, texts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_are_linked_and_own_ones_stay_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_of_two_files_are_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_or_twice_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(broken_texts_do_no_harm, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
