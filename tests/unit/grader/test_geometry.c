/* Tests which thread owns an element, and grids that are too small. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "grader/pattern/geometry.h"

static void flat_launches_have_owners(void **state)
{
    (void)state;
    char text[96];
    struct geometry geometry = {
        .has_launch = true, .grid = {2, 1, 1}, .block = {32, 1, 1}, .rank = 1, .shape = {33}, .count = 33};
    geometry_owner(&geometry, 32, text, sizeof text);
    assert_string_equal(text, "thread (0,0,0) of block (1,0,0)");
    geometry.grid[0] = 1; /* rounded down: the owner is beyond the grid */
    geometry_owner(&geometry, 32, text, sizeof text);
    assert_string_equal(text, "thread (0,0,0) of block (1,0,0), which was not launched");
    geometry.grid[0] = 64; /* a grid-stride loop: any thread may own it */
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

static const char *small_grid(const struct geometry *geometry, uint64_t first, uint64_t missing)
{
    static char text[256];
    geometry_small_grid(geometry, first, missing, text, sizeof text);
    return text;
}

static void a_grid_that_is_too_small_is_told_with_what_would_do(void **state)
{
    (void)state;
    struct geometry geometry = {
        .has_launch = true, .grid = {2, 1, 1}, .block = {32, 1, 1}, .rank = 1, .shape = {255}, .count = 255};
    assert_string_equal(small_grid(&geometry, 64, 191),
                        "the grid of 2 blocks writes 64 of the 255 elements. 8 blocks are needed");
    assert_string_equal(small_grid(&geometry, 128, 127), /* two elements for each thread */
                        "the grid of 2 blocks writes 128 of the 255 elements. 4 blocks are needed");
    assert_string_equal(small_grid(&geometry, 64, 190), "");  /* one more element was written */
    assert_string_equal(small_grid(&geometry, 100, 155), ""); /* blocks write different numbers of elements */
    assert_string_equal(small_grid(&geometry, 0, 255), "");
    geometry.has_launch = false;
    assert_string_equal(small_grid(&geometry, 64, 191), "");
    struct geometry rows = {
        .has_launch = true, .grid = {3, 1, 1}, .block = {128, 1, 1}, .rank = 2, .shape = {5, 33}, .count = 165};
    assert_string_equal(small_grid(&rows, 99, 66),
                        "the grid of 3 blocks writes 99 of the 165 elements. 5 blocks are needed");
    struct geometry column = {
        .has_launch = true, .grid = {2, 1, 1}, .block = {32, 8, 1}, .rank = 2, .shape = {33, 1}, .count = 33};
    assert_string_equal(small_grid(&column, 32, 1), ""); /* 16 rows of one element are no whole rows */
    rows.grid[0] = 2; /* one thread per element: the guard may compare with the width */
    assert_string_equal(small_grid(&rows, 66, 99), "");
}

static void a_plane_that_is_too_small_is_told_by_its_axes(void **state)
{
    (void)state;
    struct geometry geometry = {
        .has_launch = true, .grid = {2, 3, 1}, .block = {16, 8, 1}, .rank = 2, .shape = {20, 40}, .count = 800};
    assert_string_equal(small_grid(&geometry, 32, 160),
                        "2 x 3 blocks of 16 x 8 threads reach 32 of 40 in x (columns) and 20 of "
                        "20 in y (rows). 3 x 3 blocks are needed");
    assert_string_equal(small_grid(&geometry, 33, 160), "");
    geometry.grid[0] = 3;
    geometry.grid[1] = 1;
    assert_string_equal(small_grid(&geometry, 320, 480),
                        "3 x 1 blocks of 16 x 8 threads reach 40 of 40 in x (columns) and 8 of "
                        "20 in y (rows). 3 x 3 blocks are needed");
    struct geometry turned = {
        .has_launch = true, .grid = {1, 33, 1}, .block = {1, 1, 1}, .rank = 2, .shape = {1, 33}, .count = 33};
    assert_non_null(strstr(small_grid(&turned, 1, 32), "1 x 33 blocks of 1 x 1 threads reach 1 of 33 in x (columns)"));
}

static void blocks_of_patches_can_be_too_few(void **state)
{
    (void)state;
    struct geometry geometry = {
        .has_launch = true, .grid = {1, 2, 1}, .block = {16, 16, 1}, .rank = 2, .shape = {64, 160}, .count = 64 * 160};
    assert_string_equal(small_grid(&geometry, 128, 64 * 32),
                        "1 x 2 blocks write 128 of the 160 columns, 128 for each block in x. 2 blocks in x are "
                        "needed");
    assert_string_equal(small_grid(&geometry, 128, 64 * 32 - 1), "");
    struct geometry rows = {
        .has_launch = true, .grid = {2, 1, 1}, .block = {16, 16, 1}, .rank = 2, .shape = {160, 64}, .count = 64 * 160};
    assert_non_null(strstr(small_grid(&rows, 128 * 64, 32 * 64), "128 of the 160 rows"));
}

static void a_warp_can_write_one_element(void **state)
{
    (void)state;
    struct geometry geometry = {
        .has_launch = true, .grid = {1, 1, 1}, .block = {256, 1, 1}, .rank = 2, .shape = {3, 7}, .count = 21};
    assert_string_equal(small_grid(&geometry, 8, 13), "the grid of 1 block writes 8 of the 21 elements. 3 blocks "
                                                      "are needed");
    assert_string_equal(small_grid(&geometry, 9, 12), "");
}

static void exchanged_axes_are_seen(void **state)
{
    (void)state;
    struct geometry geometry = {
        .has_launch = true, .grid = {2, 1, 1}, .block = {32, 8, 1}, .rank = 2, .shape = {1, 33}, .count = 33};
    assert_true(geometry_is_turned(&geometry, 8, 25));
    assert_false(geometry_is_turned(&geometry, 9, 24));
    assert_false(geometry_is_turned(&geometry, 0, 33));
    geometry.grid[0] = 1; /* too small in any case */
    assert_false(geometry_is_turned(&geometry, 8, 25));
    struct geometry flat = {
        .has_launch = true, .grid = {1, 1, 1}, .block = {256, 1, 1}, .rank = 2, .shape = {1, 4}, .count = 4};
    assert_false(geometry_is_turned(&flat, 1, 3));
}

static void exchanged_numbers_of_a_grid_are_seen(void **state)
{
    (void)state;
    struct geometry geometry = {
        .has_launch = true, .grid = {2, 1, 1}, .block = {32, 8, 1}, .rank = 2, .shape = {12, 1}, .count = 12};
    assert_true(geometry_is_exchanged(&geometry));
    geometry.grid[0] = 3;
    assert_false(geometry_is_exchanged(&geometry));
    geometry = (struct geometry){
        .has_launch = true, .grid = {2, 2, 1}, .block = {8, 8, 1}, .rank = 2, .shape = {16, 16}, .count = 256};
    assert_false(geometry_is_exchanged(&geometry));
    geometry.rank = 1;
    assert_false(geometry_is_exchanged(&geometry));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanged_numbers_of_a_grid_are_seen),
        cmocka_unit_test(flat_launches_have_owners),
        cmocka_unit_test(planar_launches_have_owners),
        cmocka_unit_test(a_grid_that_is_too_small_is_told_with_what_would_do),
        cmocka_unit_test(a_plane_that_is_too_small_is_told_by_its_axes),
        cmocka_unit_test(positions_follow_the_shape),
        cmocka_unit_test(blocks_of_patches_can_be_too_few),
        cmocka_unit_test(a_warp_can_write_one_element),
        cmocka_unit_test(exchanged_axes_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
