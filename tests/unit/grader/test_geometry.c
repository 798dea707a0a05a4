#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grader/geometry_internal.h"

static void flat_launches_have_owners(void **state)
{
    (void)state;
    char text[96];
    struct geometry geometry = {
        .has_launch = true, .grid = {2, 1, 1}, .block = {32, 1, 1}, .rank = 1, .shape = {33}, .count = 33};
    geometry_owner(&geometry, 32, text, sizeof text);
    assert_string_equal(text, "thread (0,0,0) of block (1,0,0)");
    geometry.grid[0] = 1; /* rounded down: the owner would be beyond the grid */
    geometry_owner(&geometry, 32, text, sizeof text);
    assert_string_equal(text, "thread (0,0,0) of block (1,0,0), which was not launched");
    geometry.grid[0] = 64; /* a grid-stride loop or worse: nobody can tell */
    geometry_owner(&geometry, 32, text, sizeof text);
    assert_string_equal(text, "");
    geometry.has_launch = false;
    geometry_owner(&geometry, 32, text, sizeof text);
    assert_string_equal(text, "");
}

static void planar_launches_have_owners(void **state)
{
    (void)state;
    char text[96];
    struct geometry geometry = {
        .has_launch = true, .grid = {2, 3, 1}, .block = {16, 8, 1}, .rank = 2, .shape = {20, 30}, .count = 600};
    geometry_owner(&geometry, 19 * 30 + 17, text, sizeof text);
    assert_string_equal(text, "thread (1,3,0) of block (1,2,0)");
}

static void positions_follow_the_shape(void **state)
{
    (void)state;
    char text[64];
    struct geometry geometry = {.rank = 3, .shape = {2, 3, 4}, .count = 24};
    geometry_position(&geometry, 23, text, sizeof text);
    assert_string_equal(text, "[1][2][3]");
    geometry = (struct geometry){.rank = 1, .shape = {24}, .count = 24};
    geometry_position(&geometry, 23, text, sizeof text);
    assert_string_equal(text, "[23]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_launches_have_owners),
        cmocka_unit_test(planar_launches_have_owners),
        cmocka_unit_test(positions_follow_the_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
