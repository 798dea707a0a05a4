/* Tests indices that are the number of a thread alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/source/source_index.h"

static struct source file(const char *text)
{
    return (struct source){.name = "k.cu", .text = text, .size_bytes = strlen(text)};
}

static void an_index_by_thread_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int position, axis;
    } rows[] = {
        {"\na[threadIdx.x] = 1;", 0, 0},
        {"int x = threadIdx.x, y = threadIdx.y;\na[y + 1][ x ] = 1;", 1, 0},
        {"int x = threadIdx.x, y = threadIdx.y;\na[y][x] = 1;", 0, 1},
        {"int x = threadIdx.x, y = threadIdx.y;\na[y + 1][x] = 1;", 0, -1},
        {"int x = threadIdx.x + 1;\na[x] = 1;", 0, -1},
        {"int x = threadIdx.x; x += 32;\na[x] = 1;", 0, -1},
        {"for (int x = threadIdx.x; x < n; x++)\na[x] = 1;", 0, -1},
        {"\na[threadIdx.x] = a[0];", 0, -1},
        {"\nb.a[threadIdx.x] = ba[threadIdx.x];", 0, -1},
        {"\na[threadIdx.x", 0, -1},
        {"", 0, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct source source = file(rows[i].text);
        assert_int_equal(source_index_axis(&source, 2, "a", rows[i].position), rows[i].axis);
    }
}

static void a_size_by_name_is_computed(void **state)
{
    (void)state;
    struct source source = file("#define TILE_DIM 32 // wide\n"
                                "constexpr int R = 3, P = TILE_DIM + 2 * R;\n"
                                "__shared__ float a[TILE_DIM][TILE_DIM + 1], b[P];\n"
                                "int n = n + 1; __shared__ float c[n][2];\n");
    assert_int_equal(source_index_size(&source, "a", 0), 32);
    assert_int_equal(source_index_size(&source, "a", 1), 33);
    assert_int_equal(source_index_size(&source, "b", 0), 38);
    assert_int_equal(source_index_size(&source, "c", 0), 0);
    assert_int_equal(source_index_rank(&source, "a"), 2);
    assert_int_equal(source_index_rank(&source, "b"), 1);
    assert_int_equal(source_index_rank(&source, "d"), 0);
}

static void a_declared_size_is_read(void **state)
{
    (void)state;
    struct source source = file("// a[1][2]\n__shared__ float b[3], a[128][16];\na[5][6] = 1;");
    assert_int_equal(source_index_size(&source, "a", 0), 128);
    assert_int_equal(source_index_size(&source, "a", 1), 16);
    assert_int_equal(source_index_size(&source, "b", 0), 3);
    assert_int_equal(source_index_size(&source, "b", 1), 0);
    assert_int_equal(source_index_size(&source, "c", 0), 0);
    struct source named = file("__shared__ float a[N];");
    assert_int_equal(source_index_size(&named, "a", 0), 0);
}

static void summands_of_an_index_are_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("b[x] = 1;\ny = b[first + r * w + (i + 1) + c] + b[z];\nb[f(i)] = 2;");
    assert_string_equal(source_index_summand(&source, 1, "b", 0, arena), "x");
    assert_string_equal(source_index_summand(&source, 2, "b", 0, arena), "first");
    assert_string_equal(source_index_summand(&source, 2, "b", 1, arena), "c");
    assert_null(source_index_summand(&source, 2, "b", 2, arena));
    assert_null(source_index_summand(&source, 3, "b", 0, arena));
    assert_null(source_index_summand(&source, 1, "a", 0, arena));
    source = file("b[x +");
    assert_null(source_index_summand(&source, 1, "b", 0, arena));
    source = file("int i = row * w + c;\na[i] = b[(r + 1)*k + c * 2];");
    assert_string_equal(source_index_factor(&source, 2, "a", 0, arena), "row");
    assert_string_equal(source_index_factor(&source, 2, "a", 1, arena), "w");
    assert_null(source_index_factor(&source, 2, "a", 2, arena));
    assert_string_equal(source_index_factor(&source, 2, "b", 0, arena), "k");
    assert_string_equal(source_index_factor(&source, 2, "b", 1, arena), "c");
    assert_string_equal(source_index_text(&source, 2, "a", arena), "i");
    assert_null(source_index_text(&source, 1, "a", arena));
    source = file("a[first * h * w + (size_t)d * h + c * w] = 1;");
    assert_string_equal(source_index_stray(&source, 1, "a", "w", 0, arena), "h");
    assert_null(source_index_stray(&source, 1, "a", "w", 1, arena));
    assert_null(source_index_stray(&source, 1, "a", "h", 2, arena));
    arena_free(arena);
}

static void an_index_is_taken_apart_into_row_and_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *row, *column;
    } rows[] = {
        {"a[row * w + col] = 1;", "row", "col"},
        {"a[w*(y + r) + x + i] = 1;", "y + r", "x + i"},
        {"a[(size_t)row * w] = 1;", "row", NULL},
        {"a[row * h + col] = 1;", NULL, "row * h + col"},
        {"int i = r * w + c; a[i] = 1;", "r", "c"},
        {"a[i / w * w + 2 * k] = 1;", "i / w", "2 * k"},
        {"b[i] = 1;", NULL, NULL},
        {"a[r * w +", NULL, NULL},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct source source = file(rows[i].text);
        struct source_index_place place = source_index_place(&source, 1, "a", "w", arena);
        assert_string_equal(place.row ? place.row : "-", rows[i].row ? rows[i].row : "-");
        assert_string_equal(place.column ? place.column : "-", rows[i].column ? rows[i].column : "-");
    }
    arena_free(arena);
}

static void other_indices_and_stores_are_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("int t = threadIdx.x;\na[t] = a[t + half] - b[0] == 1;\nb[t] == 2;\nb[t] += 2;");
    assert_string_equal(source_index_besides(&source, 2, "a", "t", arena), "t + half");
    assert_null(source_index_besides(&source, 2, "a", "", arena));
    assert_null(source_index_besides(&source, 3, "b", "t", arena));
    assert_string_equal(source_index_value(&source, 2, "a", arena), "threadIdx.x");
    source = file("a += 2;\nb[i] += 2; c = 1; d == e;");
    assert_true(source_index_is_moved(&source, "a") && source_index_is_moved(&source, "c"));
    assert_false(source_index_is_moved(&source, "b") || source_index_is_moved(&source, "d"));
    source = file("\na[t] = 1;\nb[t] == 2;\nb[t] += 2;");
    assert_int_equal(source_index_store(&source, "a"), 2);
    assert_int_equal(source_index_store(&source, "b"), 4);
    assert_int_equal(source_index_store(&source, "c"), 0);
    source = file("f(const float *a, b, c)\nx = a[0] + b[i] + b[0];\ny = a[0] + c;");
    assert_int_equal(source_index_always_first(&source, "a"), 2);
    assert_int_equal(source_index_always_first(&source, "b"), 0);
    assert_int_equal(source_index_always_first(&source, "c"), 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_by_thread_is_found),
        cmocka_unit_test(a_declared_size_is_read),
        cmocka_unit_test(a_size_by_name_is_computed),
        cmocka_unit_test(summands_of_an_index_are_found),
        cmocka_unit_test(an_index_is_taken_apart_into_row_and_column),
        cmocka_unit_test(other_indices_and_stores_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
