/* Tests the patterns of wrong results and their sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "grader/pattern/pattern.h"
#include "grader/value/comparison.h"

enum { COUNT_MAX = 8192 * 16 };

/* A result to change: random numbers, a launch, one input. */
struct scene {
    float got[COUNT_MAX], expected[COUNT_MAX], poison[COUNT_MAX], input[COUNT_MAX];
    struct geometry geometry;
    struct pattern_input inputs[1];
    const float *initial; /* NULL: not an inout buffer */
};

static float noise(uint64_t index)
{
    uint64_t mixed = (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (float)((double)(mixed >> 11) * 0x1p-53 * 2 - 1);
}

static void set_scene(struct scene *scene, int rank, uint64_t height, uint64_t width, uint32_t block)
{
    memset(scene, 0, sizeof *scene);
    scene->geometry = (struct geometry){.has_launch = true, .rank = rank, .count = height * width};
    scene->geometry.shape[0] = rank == 1 ? width : height;
    scene->geometry.shape[1] = rank == 1 ? 0 : width;
    scene->geometry.grid[0] = (uint32_t)((height * width + block - 1) / block);
    scene->geometry.grid[1] = scene->geometry.grid[2] = 1;
    scene->geometry.block[0] = block;
    scene->geometry.block[1] = scene->geometry.block[2] = 1;
    for (uint64_t i = 0; i < height * width; i++) {
        scene->got[i] = scene->expected[i] = noise(i);
        scene->input[i] = noise(i + 100000);
        scene->poison[i] = NAN;
    }
    scene->inputs[0] = (struct pattern_input){"a", DTYPE_F32, height * width, scene->input};
}

static struct pattern find(struct scene *scene)
{
    struct arena *arena = arena_new();
    struct compare_request request = {.dtype = DTYPE_F32,
                                      .count = scene->geometry.count,
                                      .got = scene->got,
                                      .expected = scene->expected,
                                      .poison = scene->poison,
                                      .reduction_length = 1};
    struct compare_result compared;
    compare_elements(arena, &request, &compared);
    struct pattern_context context = {.geometry = scene->geometry,
                                      .dtype = DTYPE_F32,
                                      .count = scene->geometry.count,
                                      .got = scene->got,
                                      .expected = scene->expected,
                                      .initial = scene->initial,
                                      .wrong = compared.wrong,
                                      .wrong_count = compared.wrong_count,
                                      .unwritten_count = compared.unwritten_count,
                                      .tolerance = compared.tolerance,
                                      .inputs = scene->inputs,
                                      .input_count = 1};
    struct pattern pattern = pattern_find(&context);
    arena_free(arena);
    return pattern;
}

static void says(struct scene *scene, const char *expected)
{
    struct buffer text = BUFFER_INIT;
    struct pattern pattern = find(scene);
    pattern_describe(&pattern, "a", "b", &text);
    assert_string_equal(buffer_text(&text), expected);
    buffer_done(&text);
}

/* The sentence where `parts` are the input of each rank, with `count` elements. */
static void says_of_ranks(struct scene *scene, const void *const *parts, int ranks, uint64_t count,
                          const char *expected)
{
    struct pattern_input input = {"x", DTYPE_F32, count, parts[0], parts};
    uint8_t wrong[64] = {0};
    struct pattern_context context = {.geometry = scene->geometry,
                                      .dtype = DTYPE_F32,
                                      .count = scene->geometry.count,
                                      .got = scene->got,
                                      .expected = scene->expected,
                                      .wrong = wrong,
                                      .tolerance = {.absolute = 1e-5, .relative = 1e-5},
                                      .inputs = &input,
                                      .input_count = 1,
                                      .rank_count = ranks};
    struct buffer text = BUFFER_INIT;
    for (uint64_t i = 0; i < context.count; i++)
        context.wrong_count += wrong[i] = fabsf(scene->got[i] - scene->expected[i]) > 1e-4F;
    struct pattern pattern = pattern_find(&context);
    pattern_describe(&pattern, "x", "", &text);
    assert_string_equal(buffer_text(&text), expected);
    buffer_done(&text);
}

static void spoil(struct scene *scene, bool (*is_wrong)(uint64_t index, uint64_t width), uint64_t width)
{
    for (uint64_t i = 0; i < scene->geometry.count; i++)
        if (is_wrong(i, width))
            scene->got[i] += 1 + noise(i + 7) / 2;
}

static void sums_over_other_ranks_are_told(void **state)
{
    enum { RANKS = 4, CHUNK = 8 };
    static struct scene scene;
    static float x[RANKS][RANKS * CHUNK];
    const void *parts[RANKS];
    (void)state;
    for (int r = 0; r < RANKS; r++) {
        parts[r] = x[r];
        for (int i = 0; i < RANKS * CHUNK; i++)
            x[r][i] = noise((uint64_t)(1000 * r + i)) * noise((uint64_t)(31 * i * i + 17 * r + 5));
    }
    set_scene(&scene, 1, 1, CHUNK, 32);
    for (int i = 0; i < CHUNK; i++) {
        int own = CHUNK + i, other = 3 * CHUNK + i;
        scene.expected[i] = x[0][own] + x[1][own] + x[2][own] + x[3][own];
        scene.got[i] = x[1][own] + 2 * x[3][own];
        scene.poison[i] = x[0][other] + x[3][other]; /* for the second question */
    }
    says_of_ranks(&scene, parts, RANKS, RANKS * CHUNK, "the first wrong element is x1 + 2*x3 (x0 is x of rank 0)");
    memcpy(scene.got, scene.poison, CHUNK * sizeof *scene.got);
    says_of_ranks(&scene, parts, RANKS, RANKS * CHUNK,
                  "the first wrong element is x0 + x3, which adds up row 3 of x, not row 1 (x0 is x of rank 0)");
    for (int i = 0; i < CHUNK; i++)
        scene.got[i] = noise((uint64_t)i + 77777);
    says_of_ranks(&scene, parts, RANKS, RANKS * CHUNK, "every element");
}

static void moved_values_are_told(void **state)
{
    enum { HEIGHT = 12, WIDTH = 16 };
    static struct scene scene;
    (void)state;
    set_scene(&scene, 2, HEIGHT, WIDTH, 32);
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        scene.got[i] = i / WIDTH + 3 < HEIGHT && i % WIDTH + 2 < WIDTH ? scene.expected[i + 3 * WIDTH + 2] : 9;
    says(&scene, "each element [r][c] holds the value of element [r + 3][c + 2]");
    set_scene(&scene, 2, HEIGHT, WIDTH, 32);
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        scene.got[i] = i % WIDTH ? scene.expected[i - 1] : 9;
    says(&scene, "each element [r][c] holds the value of element [r][c - 1]");
    set_scene(&scene, 2, HEIGHT, WIDTH, 32);
    memcpy(scene.got + 2 * WIDTH, scene.expected + 5 * WIDTH, WIDTH * sizeof *scene.got);
    memcpy(scene.got + 7 * WIDTH, scene.expected + 6 * WIDTH, WIDTH * sizeof *scene.got);
    says(&scene, "each wrong row holds the values of another row, row 2 those of row 5");
    set_scene(&scene, 2, HEIGHT, WIDTH, 32); /* next to nothing fits a row of zeros, and says nothing */
    for (int i = 0; i < WIDTH; i++) {
        scene.expected[i] = scene.got[i] = 0;
        scene.got[3 * WIDTH + i] *= 1e-9f;
    }
    says(&scene, "all of row 3, and nothing else");
}

static void nothing_wrong_is_no_pattern(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 100, 32);
    assert_int_equal(find(&scene).kind, PATTERN_NONE);
}

static bool at_an_end(uint64_t index, uint64_t width)
{
    return index == 0 || index == width - 1;
}

static void both_ends_are_told(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 100, 32);
    spoil(&scene, at_an_end, 100);
    says(&scene, "only the first and the last element");
}

static void values_tell(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 100, 32);
    memcpy(scene.got, scene.poison, sizeof scene.got);
    says(&scene, "no element was stored");
    memcpy(scene.got, scene.input, sizeof scene.got);
    says(&scene, "every element equals the one at the same place of input a");
    memset(scene.got, 0, sizeof scene.got);
    says(&scene, "all zeros");
    scene.got[5] = scene.got[50] = -1; /* as of values that underflow, less 1 */
    assert_int_not_equal(find(&scene).kind, PATTERN_WHOLE_NUMBERS);
    scene.got[6] = 2;
    says(&scene, "every element is a whole number, and most must have a fraction");
    scene.got[6] = 4.5e18F; /* no float of this size has a fraction */
    assert_int_not_equal(find(&scene).kind, PATTERN_WHOLE_NUMBERS);
    for (int i = 0; i < 100; i++)
        scene.got[i] = 2 * scene.expected[i];
    says(&scene, "every element is 2 times the expected value");
    for (int i = 0; i < 100; i++)
        scene.got[i] = -scene.expected[i];
    says(&scene, "every element has the wrong sign");
    for (int i = 0; i < 100; i++)
        scene.got[i] = scene.expected[i] + 0.5F;
    says(&scene, "every element is off by the same amount, 0.5");
    for (int i = 0; i < 100; i++)
        scene.got[i] = 7;
    says(&scene, "every element holds the same number, 7");
    for (int i = 0; i < 100; i++)
        scene.got[i] = scene.expected[99 - i];
    says(&scene, "the order is reversed, so element 0 holds the value of the last");
    for (int i = 0; i < 100; i++)
        scene.got[i] = i < 99 ? scene.expected[i + 1] : 0;
    says(&scene, "each element i holds the value of element i + 1");
    for (int i = 0; i < 100; i++)
        scene.got[i] = i ? scene.expected[i - 1] : 0;
    says(&scene, "each element i holds the value of element i - 1");
    set_scene(&scene, 1, 1, 257, 128);
    for (int i = 0; i < 257; i++)
        scene.got[i] = scene.expected[i] = 2; /* equal elements hide a shift */
    scene.got[256] = scene.poison[256];
    says(&scene, "every element from 256 on: the last, partial block");
    set_scene(&scene, 1, 1, 16, 32);
    for (int i = 0; i < 16; i++) {
        scene.expected[i] = i < 3 ? 5 + i : 0; /* among zeros, too */
        scene.got[i] = i == 0 ? 7 : 0;
    }
    assert_int_not_equal(find(&scene).kind, PATTERN_SHIFTED);
}

/* A missing or extra term or factor from an input of all elements, one row, or one column. */
static void what_an_input_lacks_is_named(void **state)
{
    static struct scene scene;
    (void)state;
    for (int mistake = 0; mistake < 4; mistake++)
        for (int reach = 0; reach < 3; reach++) {
            static const char *const said[] = {
                "every element lacks the term a", "every element has the term a once too often",
                "every element lacks the factor a", "every element has the factor a once too often"};
            set_scene(&scene, 2, 24, 32, 64);
            scene.inputs[0].count = reach == 0 ? 24 * 32 : reach == 1 ? 32 : 24;
            for (uint64_t i = 0; i < 24 * 32; i++) {
                float value = scene.input[reach == 0 ? i : reach == 1 ? i % 32 : i / 32];
                scene.got[i] = mistake == 0   ? scene.expected[i] - value
                               : mistake == 1 ? scene.expected[i] + value
                               : mistake == 2 ? scene.expected[i] / value
                                              : scene.expected[i] * value;
            }
            says(&scene, said[mistake]);
        }
}

/* A factor of an all-zero input would leave zeros only. */
static void an_input_of_zeros_is_no_factor(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 100, 32);
    memset(scene.input, 0, sizeof scene.input);
    for (int i = 0; i < 100; i++)
        scene.got[i] = 1 + noise((uint64_t)i + 300) / 2;
    assert_int_not_equal(find(&scene).kind, PATTERN_HAS_FACTOR);
}

/* Where an input has one value only, any kernel that stores its elements gives a copy. */
static void an_input_of_one_value_shows_no_copy(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 100, 32);
    for (int i = 0; i < 100; i++) {
        scene.input[i] = scene.got[i] = 1;
        scene.expected[i] = i < 16 ? 1 : -INFINITY;
    }
    says(&scene, "every element from 16 on");
}

static void zeros_among_zeros_are_no_sign(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 257, 256);
    for (int i = 0; i < 257; i++) {
        scene.got[i] = 0;
        scene.expected[i] = i == 256;
    }
    says(&scene, "every element from 256 on: the last, partial block");
}

/* A maximum has no rounding, even if the two elements are close. */
static void another_element_of_an_input_is_told_from_rounding(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 12, 32);
    scene.inputs[0].count = 48;
    for (int i = 0; i < 48; i++)
        scene.input[i] = 1 + noise((uint64_t)i) / 1000;
    for (int i = 0; i < 12; i++) {
        scene.expected[i] = scene.input[4 * i + 2];
        scene.got[i] = scene.input[4 * i + 1];
    }
    says(&scene, "the first wrong element is element 1 of a, and must be element 2");
}

/* The largest of four, sought from 0 on. The operation itself may be the one that is cut. */
static void a_maximum_that_begins_with_0_is_named(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 12, 32);
    scene.inputs[0].count = 48;
    for (int i = 0; i < 48; i++)
        scene.input[i] = (i % 3 ? -2 : 2) + noise((uint64_t)i);
    for (int i = 0; i < 12; i++) {
        scene.expected[i] = scene.input[4 * i];
        scene.got[i] = fmaxf(scene.expected[i], 0);
    }
    says(&scene, "each element that must be negative is 0");
    for (int i = 0; i < 12; i++)
        scene.expected[i] *= i % 3 ? 0.5f : 1;
    assert_int_not_equal(find(&scene).kind, PATTERN_CUT_AT_ZERO);
}

static void nothing_is_close_to_an_infinity(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 100, 32);
    for (int i = 0; i < 100; i++)
        if (i % 3)
            scene.expected[i] = -INFINITY;
    assert_int_not_equal(find(&scene).kind, PATTERN_IMPRECISE);
}

static void lower_precision_is_named(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 1000, 256);
    for (int i = 0; i < 1000; i++)
        scene.got[i] = (float)(_Float16)scene.expected[i];
    assert_int_equal(find(&scene).kind, PATTERN_IMPRECISE);
}

static void an_infinity_among_the_expected_makes_nothing_close(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 1000, 256);
    scene.got[7] = scene.expected[7] = INFINITY;
    for (int i = 0; i < 1000; i++)
        scene.got[i] += i == 7 ? 0 : noise((uint64_t)i + 5000);
    assert_int_not_equal(find(&scene).kind, PATTERN_IMPRECISE);
}

static void a_transposed_index_is_named(void **state)
{
    static struct scene scene;
    static const uint64_t shapes[][2] = {{16, 16}, {5, 9}};
    (void)state;
    for (int s = 0; s < 2; s++) {
        uint64_t height = shapes[s][0], width = shapes[s][1];
        set_scene(&scene, 2, height, width, 32);
        for (uint64_t row = 0; row < height; row++)
            for (uint64_t column = 0; column < width; column++)
                scene.got[column * height + row] = scene.expected[row * width + column];
        assert_int_equal(find(&scene).kind, PATTERN_TRANSPOSED);
    }
}

static void ends_tell(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 33, 32);
    scene.got[32] = NAN;
    says(&scene, "every element from 32 on: the last, partial block");
    set_scene(&scene, 1, 1, 1000, 256);
    for (int i = 770; i < 1000; i++)
        scene.got[i] += 1 + noise((uint64_t)i) / 2;
    says(&scene, "every element from 770 on");
    set_scene(&scene, 1, 1, 1000, 256);
    scene.got[0] += 1;
    says(&scene, "only element 0");
    set_scene(&scene, 1, 1, 1000, 256);
    scene.got[999] += 1;
    says(&scene, "only the last element");
    set_scene(&scene, 1, 1, 1000, 256);
    for (int i = 1; i < 1000; i++)
        scene.got[i] += 1 + noise((uint64_t)i) / 2;
    says(&scene, "only element 0 is right");
    set_scene(&scene, 1, 1, 1000, 256);
    for (int i = 0; i < 31; i++)
        scene.got[i] += 1 + noise((uint64_t)i) / 2;
    says(&scene, "every element before 31");
    set_scene(&scene, 1, 1, 1000, 256);
    for (int i = 100; i <= 110; i++)
        scene.got[i] += 1 + noise((uint64_t)i) / 2;
    says(&scene, "elements 100 to 110, and no other");
}

static bool every_32nd(uint64_t index, uint64_t width)
{
    (void)width;
    return index % 32 == 5;
}

static bool odd(uint64_t index, uint64_t width)
{
    (void)width;
    return index % 2 == 1;
}

static bool tile_row(uint64_t index, uint64_t width)
{
    return index / width % 16 == 0;
}

static bool tile_column(uint64_t index, uint64_t width)
{
    return index % width % 8 == 7;
}

static bool third_row(uint64_t index, uint64_t width)
{
    return index / width == 3;
}

static bool first_column(uint64_t index, uint64_t width)
{
    return index % width == 0;
}

static bool border(uint64_t index, uint64_t width)
{
    uint64_t row = index / width, column = index % width;
    return !row || !column || row == width - 1 || column == width - 1;
}

static bool above(uint64_t index, uint64_t width)
{
    return index / width < index % width;
}

static bool diagonal(uint64_t index, uint64_t width)
{
    return index / width == index % width;
}

static bool tail_of_each(uint64_t index, uint64_t width)
{
    (void)width;
    return index % 64 >= 48;
}

static bool head_of_each(uint64_t index, uint64_t width)
{
    (void)width;
    return index % 64 < 3;
}

/* All bins but one are empty. */
static void places_of_zeros_tell_nothing(void **state)
{
    (void)state;
    static struct scene scene;
    set_scene(&scene, 1, 1, 64, 256);
    memset(scene.expected, 0, 64 * sizeof *scene.expected);
    memset(scene.got, 0, 64 * sizeof *scene.got);
    scene.expected[63] = 5003;
    scene.got[63] = 1536;
    assert_int_equal(find(&scene).kind, PATTERN_NONE);
    scene.expected[2] = scene.got[2] = 4;
    assert_int_equal(find(&scene).kind, PATTERN_ONLY_LAST);
}

static void positions_tell(void **state)
{
    static struct scene scene;
    static const struct {
        bool (*is_wrong)(uint64_t index, uint64_t width);
        int rank;
        const char *says;
    } rows[] = {
        {every_32nd, 1, "one element in every 32, beginning with element 5"},
        {odd, 1, "every second element, beginning with element 1"},
        {tail_of_each, 1, "in each group of 64 elements, all from 48 on"},
        {head_of_each, 1, "in each group of 64 elements, the first 3"},
        {tile_row, 2, "row 0 of each tile of 16 rows"},
        {tile_column, 2, "column 7 of each tile of 8 columns"},
        {third_row, 2, "all of row 3, and nothing else"},
        {first_column, 2, "all of column 0, and nothing else"},
        {border, 2, "the border, which is the first and last row and column"},
        {above, 2, "everything above the diagonal"},
        {diagonal, 2, "the diagonal"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_scene(&scene, rows[i].rank, 64, 64, 256);
        if (rows[i].rank == 1)
            scene.geometry.shape[0] = 64 * 64;
        spoil(&scene, rows[i].is_wrong, 64);
        says(&scene, rows[i].says);
    }
}

static void every_row_has_a_sentence_without_holes(void **state)
{
    (void)state;
    for (int kind = 1; kind < PATTERN_COUNT; kind++) {
        struct pattern pattern = {.kind = (enum pattern_kind)kind, .a = 1, .b = 2};
        struct buffer text = BUFFER_INIT;
        pattern_describe(&pattern, "a", "b", &text);
        assert_true(text.size_bytes > 5 && !strchr(buffer_text(&text), '{'));
        buffer_done(&text);
    }
}

static void patterns_cross_the_pipe(void **state)
{
    (void)state;
    struct pattern pattern = {.kind = PATTERN_TILE_ROW, .a = -3, .b = INT64_MAX, .c = 4, .factor = 0.1, .input = 2},
                   back;
    json_t *json = pattern_to_json(&pattern);
    assert_true(pattern_from_json(json, &back, NULL));
    assert_true(back.kind == pattern.kind && back.a == pattern.a && back.b == pattern.b && back.c == pattern.c);
    assert_true(back.factor == pattern.factor && back.input == pattern.input);
    json_object_set_new(json, "kind", json_string("no_such"));
    assert_false(pattern_from_json(json, &back, NULL));
    json_decref(json);
}

/* Norms and softmax: each row is divided by, or lowered by, a wrong number. */
static void test_rows_off_by_numbers_of_their_own(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 2, 6, 16, 16);
    for (uint64_t i = 16; i < 6 * 16; i++)
        scene.got[i] *= (float)(1 + i / 16);
    says(&scene, "each row is off by a factor of its own, row 1 by 2");
    set_scene(&scene, 2, 6, 16, 16);
    for (uint64_t i = 0; i < 6 * 16; i++)
        scene.got[i] += (float)(1 + i / 16) / 4;
    says(&scene, "each row is off by an amount of its own, row 0 by 0.25");
    scene.got[40] = 9;
    says(&scene, "every element");
}

/* Equal columns lose equal amounts when they are summed, and no term is missing. */
static void an_offset_as_small_as_rounding_is_imprecise(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 1, 1, 64, 64);
    for (uint64_t i = 0; i < 64; i++) {
        scene.expected[i] = 1000 + (float)i;
        scene.got[i] = scene.expected[i] + 0.0625f;
    }
    says(&scene, "close, but less precise than asked: relative error up to 6.25e-05");
}

/* The time grows with the elements, and not with the rows times the elements. */
static void many_rows_take_one_look_at_the_whole(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 2, 8192, 16, 16);
    for (uint64_t i = 0; i < 8192 * 16; i++)
        scene.got[i] += (float)(1 + i / 16 % 7) / 4;
    clock_t begin = clock();
    says(&scene, "each row is off by an amount of its own, row 0 by 0.25");
    assert_true(clock() - begin < 2 * CLOCKS_PER_SEC);
}

/* One row, or rows of two elements, fit some number by chance. */
static void test_few_elements_are_no_rows(void **state)
{
    static struct scene scene;
    (void)state;
    set_scene(&scene, 2, 6, 16, 16);
    for (uint64_t i = 32; i < 48; i++)
        scene.got[i] *= 2;
    says(&scene, "all of row 2, and nothing else");
    set_scene(&scene, 2, 20, 2, 16);
    for (uint64_t i = 0; i < 40; i++)
        scene.got[i] *= (float)(2 + i / 2);
    says(&scene, "every element");
}

/* A neighbour's weight is told, in rows and in a line. Other differences are no neighbours. */
static void test_neighbours(void **state)
{
    (void)state;
    static struct scene scene;
    set_scene(&scene, 2, 20, 30, 256);
    for (uint64_t i = 0; i < 600; i++)
        scene.got[i] -= i / 30 >= 2 && i % 30 < 29 ? 0.25f * scene.input[i - 60 + 1] : 0;
    says(&scene, "0.25 * a[r - 2][c + 1] is missing (wrong weights: 1)");
    for (uint64_t i = 0; i < 600; i++)
        scene.got[i] -= i % 30 >= 3 ? 0.5f * scene.input[i - 3] : 0;
    says(&scene, "0.5 * a[r][c - 3] is missing (wrong weights: 2)");

    set_scene(&scene, 1, 1, 600, 256);
    for (uint64_t i = 0; i < 600; i++)
        scene.got[i] -= i < 592 ? 3 * scene.input[i + 8] : 0;
    says(&scene, "3 * a[i + 8] is missing (wrong weights: 1)");
    for (uint64_t i = 0; i < 600; i++)
        scene.got[i] += i < 592 ? 4.5f * scene.input[i + 8] : 0;
    says(&scene, "1.5 * a[i + 8] is too much (wrong weights: 1)");
    for (uint64_t i = 0; i < 600; i++)
        scene.got[i] += noise(i + 5000);
    says(&scene, "every element");

    set_scene(&scene, 2, 20, 30, 256); /* the element itself is no neighbour */
    for (uint64_t i = 0; i < 600; i++)
        scene.got[i] -= 0.25f * scene.input[i];
    says(&scene, "every element");
}

static void test_change_of_a_buffer(void **state)
{
    (void)state;
    static struct scene scene;
    set_scene(&scene, 1, 1, 600, 256);
    scene.initial = scene.input;
    for (uint64_t i = 0; i < 600; i++)
        scene.got[i] = scene.input[i] - 2 * (scene.expected[i] - scene.input[i]);
    says(&scene, "every element changes by -2 times the right amount");
    scene.got[7] += 0.5f;
    says(&scene, "every element");
}

static void groups_of_columns_and_rows_tell(void **state)
{
    (void)state;
    static struct scene scene;
    static const struct {
        bool is_of_rows, is_end;
        const char *says;
    } rows[] = {
        {false, true, "in each group of 16 columns, all from 8 on"},
        {false, false, "in each group of 16 columns, the first 8"},
        {true, true, "in each group of 16 rows, all from 8 on"},
        {true, false, "in each group of 16 rows, the first 8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_scene(&scene, 2, 37, 35, 256); /* no multiples of 16 */
        for (uint64_t j = 0; j < scene.geometry.count; j++)
            if (((rows[i].is_of_rows ? j / 35 : j % 35) % 16 >= 8) == rows[i].is_end)
                scene.got[j] += 1 + noise(j);
        says(&scene, rows[i].says);
    }
}

static void the_size_of_the_block_is_told_by_its_numbers(void **state)
{
    (void)state;
    static struct scene scene;
    set_scene(&scene, 1, 1, 600, 128);
    for (int i = 0; i < 600; i++) {
        scene.got[i] = (float)(i / 128);
        scene.expected[i] = (float)(i / 256);
    }
    says(&scene, "every element holds the number of its block of 128 threads, and must hold that of a block of 256 "
                 "threads");
    scene.geometry.block[0] = 64;
    for (int i = 0; i < 600; i++)
        scene.expected[i] = 1 + noise((uint64_t)i);
    says(&scene, "every element is a whole number, and most must have a fraction");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_off_by_numbers_of_their_own),
        cmocka_unit_test(an_offset_as_small_as_rounding_is_imprecise),
        cmocka_unit_test(many_rows_take_one_look_at_the_whole),
        cmocka_unit_test(test_few_elements_are_no_rows),
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_change_of_a_buffer),
        cmocka_unit_test(groups_of_columns_and_rows_tell),
        cmocka_unit_test(the_size_of_the_block_is_told_by_its_numbers),
        cmocka_unit_test(nothing_wrong_is_no_pattern),
        cmocka_unit_test(sums_over_other_ranks_are_told),
        cmocka_unit_test(moved_values_are_told),
        cmocka_unit_test(values_tell),
        cmocka_unit_test(both_ends_are_told),
        cmocka_unit_test(what_an_input_lacks_is_named),
        cmocka_unit_test(an_input_of_zeros_is_no_factor),
        cmocka_unit_test(an_input_of_one_value_shows_no_copy),
        cmocka_unit_test(zeros_among_zeros_are_no_sign),
        cmocka_unit_test(another_element_of_an_input_is_told_from_rounding),
        cmocka_unit_test(a_maximum_that_begins_with_0_is_named),
        cmocka_unit_test(nothing_is_close_to_an_infinity),
        cmocka_unit_test(lower_precision_is_named),
        cmocka_unit_test(an_infinity_among_the_expected_makes_nothing_close),
        cmocka_unit_test(a_transposed_index_is_named),
        cmocka_unit_test(ends_tell),
        cmocka_unit_test(places_of_zeros_tell_nothing),
        cmocka_unit_test(positions_tell),
        cmocka_unit_test(every_row_has_a_sentence_without_holes),
        cmocka_unit_test(patterns_cross_the_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
