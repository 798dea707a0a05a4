/* Tests the table of texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text_table.h"

static void an_empty_table_finds_nothing(void **state)
{
    (void)state;
    struct text_table table = {0};
    assert_null(text_table_find(&table, ""));
    assert_null(text_table_find(&table, "warp"));
}

static void the_first_value_of_a_key_stays(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct text_table table = {0};
    int first = 1, second = 2;
    assert_ptr_equal(text_table_add(&table, arena, "warp", &first), &first);
    assert_ptr_equal(text_table_add(&table, arena, "warp", &second), &first);
    assert_ptr_equal(text_table_find(&table, "warp"), &first);
    assert_ptr_equal(text_table_add(&table, arena, "", &second), &second);
    assert_ptr_equal(text_table_find(&table, ""), &second);
    assert_null(text_table_find(&table, "war"));
    assert_int_equal(table.count, 2);
}

static void every_key_is_found_after_growth(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static int values[COUNT];
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct text_table table = {0};
    for (int i = 0; i < COUNT; i++)
        text_table_add(&table, arena, arena_printf(arena, "w%02d-%d", i % 7, i), &values[i]);
    assert_int_equal(table.count, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_ptr_equal(text_table_find(&table, arena_printf(arena, "w%02d-%d", i % 7, i)), &values[i]);
    assert_null(text_table_find(&table, "w00-1000"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_table_finds_nothing),
        cmocka_unit_test(the_first_value_of_a_key_stays),
        cmocka_unit_test(every_key_is_found_after_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
