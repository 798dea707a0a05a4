/* Tests the reading of line tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "program/lines/line_table.h"

/*
 * A unit of DWARF 4 with two files. a.c has lines 10 and 12 at 0x1000 and 0x1004. d/b has line 3 at
 * 0x1008. All ends at 0x1010.
 */
static const unsigned char unit[] = {
    0x4d, 0,   0,   0,                                                    /* bytes after this */
    4,    0,                                                              /* version */
    0x1d, 0,   0,   0,                                                    /* bytes of the header after this */
    1,    1,   1,   0xfb, 14,   13,   0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, /* opcode 13 is the first special one */
    'd',  0,   0,                                                         /* a folder */
    'a',  '.', 'c', 0,    0,    0,    0,                                  /* a file with its folder, time and size */
    'b',  0,   1,   0,    0,                                              /* another */
    0,                                                                    /* no more files */
    0,    9,   2,   0,    0x10, 0,    0, 0, 0, 0, 0,                      /* address 0x1000 */
    3,    9,   1,                                                         /* line 10, a row */
    2,    4,   3,   2,    1,                                              /* 4 bytes on, 2 lines on, a row */
    4,    2,   2,   4,    3,    0x77, 1,                                  /* file 2, 4 bytes on, 9 lines back, a row */
    2,    8,   0,   1,    1,                                              /* 8 bytes on, the end */
};

/* The unit with the sizes that its parts have. */
static size_t make_unit(unsigned char *out)
{
    size_t header_end = 10 + 18 + 3 + 7 + 5 + 1;
    memcpy(out, unit, sizeof unit);
    out[0] = (unsigned char)(sizeof unit - 4);
    out[6] = (unsigned char)(header_end - 10);
    return sizeof unit;
}

static void expect(const struct line_table *lines, unsigned long address, const char *file, int line)
{
    const char *found = NULL;
    int at = 0;
    bool has_line = line_table_find(lines, address, &found, &at);
    assert_int_equal(has_line, line != 0);
    if (!line)
        return;
    assert_string_equal(found, file);
    assert_int_equal(at, line);
}

static void test_addresses(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    unsigned char section[sizeof unit];
    struct line_table *lines = line_table_parse(section, make_unit(section), arena);
    expect(lines, 0xfff, NULL, 0);
    expect(lines, 0x1000, "a.c", 10);
    expect(lines, 0x1003, "a.c", 10);
    expect(lines, 0x1004, "a.c", 12);
    expect(lines, 0x1009, "d/b", 3);
    expect(lines, 0x1010, NULL, 0);
}

/* The file is made from a learner's source: cut or wrong anywhere, it must be read without harm. */
static void test_broken(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof unit; size++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        unsigned char section[sizeof unit];
        make_unit(section);
        assert_non_null(line_table_parse(section, size, arena));
        section[size] = (unsigned char)~section[size];
        assert_non_null(line_table_parse(section, sizeof section, arena));
    }
}

/* A file that is no program has no lines. */
static void test_no_program(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct line_table *lines = line_table_read(WARPSCHOOL_SOURCE_DIR "/LICENSE", arena, NULL);
    assert_non_null(lines);
    expect(lines, 0x1000, NULL, 0);
    struct error error = {0};
    assert_null(line_table_read("/nowhere", arena, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_addresses), cmocka_unit_test(test_broken),
                                       cmocka_unit_test(test_no_program)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
