/* Steps that run kernels: the worked examples, blanks, marks, and mistakes with their places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "curriculum/lab.h"
#include "curriculum/load.h"

#define COURSE WARPSCHOOL_SOURCE_DIR "/tests/curriculum/labs"

static bool known_counter(const char *name)
{
    static const char *const names[] = {"shared_load_conflict_ratio", "excess_load_sectors", "excess_store_sectors",
                                        "load_sectors_per_request"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static struct curriculum *load(const char *root, struct diagnostics *diagnostics)
{
    struct curriculum_request request = {.root = root, .counter_known = known_counter};
    struct error error = {0};
    return curriculum_load(&request, diagnostics, &error);
}

static void test_worked_examples(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    CLEANUP(curriculum_free) struct curriculum *curriculum = load(COURSE, diagnostics);
    CLEANUP(buffer_done) struct buffer said = BUFFER_INIT;
    diagnostics_render(diagnostics, &said);
    assert_string_equal(buffer_text(&said), "");

    const struct lab *run = curriculum_find_lab(curriculum, "tile_column");
    assert_int_equal(run->kind, STEP_RUN);
    assert_int_equal(run->strip, LAB_STRIP_BANKS);
    assert_int_equal(run->kernel.head_lines, 6);
    assert_int_equal(run->kernel.exercise->parameter_count, 4);
    assert_int_equal(run->range.count, 4);
    assert_non_null(run->answer_number);
    assert_int_equal(lab_find_mark(run->kernel.source, "column"), 19);
    assert_int_equal(lab_find_mark(run->kernel.source, "end"), 19);
    assert_int_equal(lab_find_mark(run->kernel.source, "colum"), 0);
    assert_int_equal(strncmp(lab_find_definition(run->kernel.source, "PITCH"), "32\n", 3), 0);

    const struct lab *fill = curriculum_find_lab(curriculum, "tile_pitch");
    assert_ptr_equal(fill->kernel.source, run->kernel.source); /* one kernel is read once */
    assert_int_equal(fill->kernel.head_lines, 6);
    assert_ptr_equal(fill->kernel.exercise, run->kernel.exercise);
    assert_int_equal(fill->wrong_count, 3);
    assert_string_equal(fill->wrong[1].blanks.items[0].text, "31");
    assert_int_equal(fill->case_count, 3);

    const struct lab *compare = curriculum_find_lab(curriculum, "transposes");
    assert_int_equal(compare->answer_choice, 0);
    assert_int_equal(compare->hidden.items[1], 4);
    assert_string_equal(compare->rows[4].mine, "transpose_tiled");
    assert_string_equal(compare->rows[3].with.items[0].text, "33");

    const struct lab *plot = curriculum_find_lab(curriculum, "pitch_time");
    assert_string_equal(plot->columns.items[0], "time");
    assert_true(plot->bars);
    assert_int_equal(plot->answer_choice, 3);
}

static void test_blanks(void **state)
{
    (void)state;
    static const char *const usable[] = {"t + half", "t ^ half", "a[i] == 3 ? 1 : 0", "x <= y", "x != y",
                                         "-x",       "a - -b"};
    static const char *const refused[] = {"1) + (2", "x = 3",   "x += 3", "i++", "a; b", "f({1})", "\"a\"", "x // y",
                                          "x /* y",  "x <<= 2", "(x]",    "   ", "",     "#x",     "x\\"};
    for (size_t i = 0; i < sizeof usable / sizeof *usable; i++)
        assert_true(lab_blank_is_usable(usable[i], false));
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_false(lab_blank_is_usable(refused[i], false));
    assert_true(lab_blank_is_usable("tile[t] += tile[t + half];", true));
    char longest[LAB_BLANK_BYTES_MAX + 2];
    memset(longest, '1', sizeof longest);
    longest[LAB_BLANK_BYTES_MAX + 1] = '\0';
    assert_false(lab_blank_is_usable(longest, false));
    longest[LAB_BLANK_BYTES_MAX] = '\0';
    assert_true(lab_blank_is_usable(longest, false));
}

/* --- mistakes --------------------------------------------------------------------------------- */

static const char kernel_text[] = "//? params:\n"
                                  "//?   - {name: x, type: f32, shape: [n], role: inout}\n"
                                  "//?   - {name: n, type: i32}\n"
                                  "//! launch k(x, n) grid=1 block=32\n"
                                  "#define STEP 1\n"
                                  "extern \"C\" __global__ void k(float *x, int n)\n"
                                  "{\n"
                                  "    x[/*?place*/0] = n; //@ store\n"
                                  "}\n";

static void put(const char *root, const char *path, const char *text)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct error error = {0};
    const char *whole = path_join(arena, root, path);
    assert_true(file_make_folders(path_folder(arena, whole), &error));
    assert_true(file_write_atomic(whole, text, strlen(text), &error));
}

/* Loads a lesson with one step, and expects one message, "FILE:LINE:COLUMN: MESSAGE". */
static const char *make_folder(struct arena *arena)
{
    const char *root;
    assert_true(file_make_temporary_folder(arena, NULL, &root, NULL));
    return root;
}

/* Loads a lesson of one step, and removes the folder. */
static void expect_in(struct arena *arena, const char *root, const char *step, const char *expected)
{
    put(root, "lessons/a.yaml",
        arena_printf(
            arena, "id: a\nlevel: foundation\nweek: 1\ntitle: a\nobjectives: [o]\nminutes: 5\nsteps:\n  - %s\n", step));
    struct diagnostics *diagnostics = diagnostics_new(arena);
    CLEANUP(curriculum_free) struct curriculum *curriculum = load(root, diagnostics);
    CLEANUP(buffer_done) struct buffer said = BUFFER_INIT;
    diagnostics_render(diagnostics, &said);
    if (!strstr(buffer_text(&said), expected) || diagnostics_count(diagnostics) != 1)
        fail_msg("expected once: %s\nsaid:\n%s", expected, buffer_text(&said));
    file_remove_tree(root, NULL);
}

static void expect(const char *kernel, const char *step, const char *expected)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *root = make_folder(arena);
    put(root, "kernels/k.cu", kernel);
    expect_in(arena, root, step, expected);
}

#define RUN "run: {id: r, kernel: k.cu, case: {n: 4}, ask: how many, show: [time], claim: 'time > 0', answer: time"
#define FILL_HEAD "fill: {id: f, kernel: k.cu, small: {n: 4}, cases: [{n: 4}], right: ['1', '2']"
#define WRONG ", wrong: [{place: '3', say: a}, {place: '4', say: b}]"

static void test_mistakes(void **state)
{
    (void)state;
    expect(kernel_text, RUN ", mark: load}", "lessons/a.yaml:8:114: error: no line of kernels/k.cu ends with //@ load");
    expect(kernel_text, RUN ", strip: banks}", "error: `strip` needs `mark`");
    expect(kernel_text, RUN ", with: {PITCH: 3}}", "kernels/k.cu has no #define PITCH");
    expect(kernel_text, RUN ", vary: {m: [1, 2]}}", "'m' is no scalar and no #define of kernels/k.cu");
    expect(kernel_text, RUN ", vary: {n: [1, 1]}}", "this value is there already");
    expect(kernel_text, RUN ", choices: [a, b]}", "`answer` is none of the choices");
    expect(kernel_text, "run: {id: r, kernel: k.cu, case: {n: 4}, show: [time], claim: '1', answer: time}",
           "a run needs `ask`");
    expect(kernel_text, "run: {id: r, kernel: k.cu, case: {n: 4}, ask: a, show: [tim], claim: '1', answer: time}",
           "lessons/a.yaml:8:61: error: there is no counter 'tim'");
    expect(kernel_text,
           "run: {id: r, kernel: k.cu, case: {n: 4}, ask: a, show: [time], claim: 'tme > 1', answer: time}",
           "there is no counter 'tme'");
    expect(kernel_text, "run: {id: r, kernel: l.cu, case: {n: 4}, ask: a, show: [time], claim: '1', answer: time}",
           "there is no file kernels/l.cu");
    expect("//? params: [{name: n, type: i33}]\nint k;\n", RUN "}", "kernels/k.cu:1:30: error: unknown type 'i33'");
    expect("int k;\n", RUN "}", "kernels/k.cu:1:1: error: a step's kernel begins with a head");
    expect(kernel_text, FILL_HEAD WRONG "}", "a fill has either `blanks` or `replace`");
    expect(kernel_text, FILL_HEAD WRONG ", blanks: {place: '1) + (2'}}", "'1) + (2' is not one expression");
    expect(kernel_text, FILL_HEAD ", blanks: {place: '1'}, wrong: [{place: '3', say: a}, {plac: '4', say: b}]}",
           "there is no blank 'plac'");
    expect(kernel_text, FILL_HEAD ", blanks: {place: '1'}, wrong: [{place: '3', say: a}]}",
           "`wrong` has 1 entries; 2 to 12 are allowed");
    expect(kernel_text,
           "compare: {id: c, case: {n: 4}, ask: a, columns: [time], claim: 'time(1) > 0', answer: time(1), "
           "rows: [{say: a, kernel: k.cu}, {say: b}]}",
           "a row is exactly one of `kernel`, `mine` or `measured`");
    expect(kernel_text,
           "compare: {id: c, case: {n: 4}, ask: a, columns: [time], claim: 'time > 0', answer: time(1), "
           "rows: [{say: a, kernel: k.cu}, {say: b, kernel: k.cu}]}",
           "say of which row: time(1)");
}

/* A kernel can be a link, but not to a file out of kernels/. The same is true of its folder. */
static void test_links_out_of_the_folder(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *root = make_folder(arena);
    put(root, "outside/k.cu", kernel_text);
    put(root, "kernels/other.cu", kernel_text);
    assert_int_equal(symlink("../outside/k.cu", path_join(arena, root, "kernels/k.cu")), 0);
    expect_in(arena, root, RUN "}", "there is no file kernels/k.cu");

    root = make_folder(arena);
    put(root, "outside/k.cu", kernel_text);
    put(root, "kernels/other.cu", kernel_text);
    assert_int_equal(symlink("../outside", path_join(arena, root, "kernels/far")), 0);
    expect_in(arena, root,
              "run: {id: r, kernel: far/k.cu, case: {n: 4}, ask: a, show: [time], claim: '1', answer: time}",
              "there is no file kernels/far/k.cu");

    root = make_folder(arena);
    put(root, "kernels/near/other.cu", "int k;\n");
    assert_int_equal(symlink("near/other.cu", path_join(arena, root, "kernels/k.cu")), 0);
    expect_in(arena, root, RUN "}", "kernels/k.cu:1:1: error: a step's kernel begins with a head");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_examples),
        cmocka_unit_test(test_blanks),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_links_out_of_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
