/* Steps that run kernels, without running one: stored results, values in texts, guesses, code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/lab_fill.h"
#include "base/file.h"
#include "base/i18n.h"

#define COURSE WARPSCHOOL_SOURCE_DIR "/tests/curriculum/labs"

static struct app *app;
static struct arena *arena;

static int set_up(void **state)
{
    struct app_options options = {.root = COURSE, .no_store = true, .architecture = "h100", .language = "en"};
    struct error error = {0};
    (void)state;
    arena = arena_new();
    return app_open(&options, &app, &error) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    app_close(app);
    arena_free(arena);
    return 0;
}

static struct lab_results load_of(const struct app *course, const char *id)
{
    struct lab_results results;
    struct error error = {0};
    const struct lab *lab = lab_find(course, id, &error);
    assert_non_null(lab);
    lab_results_load(course, lab, arena, &results);
    return results;
}

static struct lab_results load(const char *id)
{
    return load_of(app, id);
}

static void test_stored_results_are_there_at_once(void **state)
{
    (void)state;
    struct lab_results run = load("tile_column"), compare = load("transposes"), plot = load("pitch_time");
    double value;
    assert_true(lab_results_are_whole(&run));
    assert_true(lab_results_are_whole(&compare));
    assert_true(lab_results_are_whole(&plot));
    assert_int_equal(run.base, 0);
    assert_int_equal(compare.base, -1);
    assert_int_equal(compare.point_count, 5);
    assert_false(compare.points[4].is_known); /* the learner has not passed */
    assert_true(lab_value(&run, 1, "shared_load_conflict_ratio", &value) && value == 1);
    assert_int_equal(run.points[0].units[31], 0);  /* a pitch of 32: every lane in one bank */
    assert_int_equal(run.points[1].units[31], 31); /* 33: each lane in its own */
}

static void test_claims_are_expressions_over_values(void **state)
{
    (void)state;
    struct lab_results run = load("tile_column"), compare = load("transposes"), plot = load("pitch_time");
    const struct lab_results *all[] = {&run, &compare, &plot};
    struct error error = {0};
    double value;
    for (size_t i = 0; i < 3; i++) {
        assert_true(lab_evaluate(all[i], all[i]->lab->claim, &value, &error));
        assert_true(value == 1);
    }
    assert_true(lab_evaluate_text(&plot, "shared_load_conflict_ratio(40)", &value, &error) && value == 8);
    assert_false(lab_evaluate_text(&compare, "time(9)", &value, &error));
    assert_true(lab_evaluate_text(&compare, "time(5)", &value, &error)); /* the shipped solution's */
    assert_false(lab_value(&compare, 4, "time", &value));
    assert_false(lab_evaluate_text(&compare, "time", &value, &error));
}

/* What the microscope takes: the shown code with the point's value, on its case. */
static void test_specimens_are_what_a_step_runs(void **state)
{
    (void)state;
    struct error error = {0};
    struct lab_specimen specimen;
    const struct lab *run = lab_find(app, "tile_column", &error), *fill = lab_find(app, "tile_pitch", &error);
    const struct lab *compare = lab_find(app, "transposes", &error);
    assert_true(lab_specimen_find(app, run, 1, NULL, arena, &specimen, &error));
    assert_non_null(strstr(specimen.source.text, "#define PITCH 33"));
    assert_null(strstr(specimen.source.text, "//@"));
    assert_null(strstr(specimen.source.text, "//?"));
    assert_int_equal(specimen.exercise->case_count, 1);
    assert_int_equal(specimen.exercise->cases[0].values[0].value.integer, 2048);
    assert_true(specimen.line > 0);
    assert_string_equal(specimen.title, "tile_column: 33");
    assert_true(lab_specimen_find(app, fill, 0, "31", arena, &specimen, &error));
    assert_non_null(strstr(specimen.source.text, "[(31)]"));
    assert_true(lab_specimen_find(app, fill, 0, NULL, arena, &specimen, &error));
    assert_non_null(strstr(specimen.source.text, "[(33)]")); /* the right answer */
    assert_false(lab_specimen_find(app, fill, 0, "1; 2", arena, &specimen, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    assert_false(lab_specimen_find(app, compare, 4, NULL, arena, &specimen, &error)); /* not passed yet */
    assert_int_equal(error.code, ERROR_NOT_FOUND);
}

static void test_values_are_inserted_into_texts(void **state)
{
    (void)state;
    struct lab_results run = load("tile_column");
    struct error error = {0};
    assert_string_equal(lab_plain(app, &run, arena), "A warp's load of one column takes 32 passes.");
    assert_string_equal(lab_expand(app, NULL, "{{transposes.time(3) / transposes.time(4)}} times", arena, &error),
                        "1.71 times");
    assert_string_equal(lab_expand(app, NULL, "{{transposes.time(4)}}.", arena, &error), "191 us.");
    assert_int_equal(error.code, ERROR_NONE);
    assert_string_equal(lab_expand(app, &run, "a {{nothing}} b", arena, &error), "a ? b");
    assert_int_equal(error.code != ERROR_NONE, 1);
    assert_string_equal(lab_expand(app, NULL, "no values", arena, NULL), "no values");
}

static void test_numbers_have_three_digits_and_a_unit(void **state)
{
    (void)state;
    assert_string_equal(lab_format("time", 6.4137, arena), "6.41 us");
    assert_string_equal(lab_format("time", 26.71, arena), "26.7 us");
    assert_string_equal(lab_format("time", 1190.4, arena), "1190 us");
    assert_string_equal(lab_format("excess_load_sectors", 1, arena), "1.0x");
    assert_string_equal(lab_format("dram_bytes", 805306368, arena), "805 MB");
    assert_string_equal(lab_format("float_instructions", 32768, arena), "32 768");
    assert_string_equal(lab_format("float_instructions", 2097152, arena), "2 097 152");
    assert_string_equal(lab_format("", 1.7466, arena), "1.75");
    assert_string_equal(lab_format("branches", 4096, arena), "4096");
}

static void test_guesses(void **state)
{
    (void)state;
    struct lab_results run = load("tile_column"), compare = load("transposes");
    struct error error = {0};
    bool right = false;
    assert_true(lab_guess(&run, "32", &right, &error) && right);
    assert_true(lab_guess(&run, "1", &right, &error) && !right);
    assert_false(lab_guess(&run, "many", &right, &error));
    assert_true(lab_guess(&compare, "1", &right, &error) && right);
    assert_true(lab_guess(&compare, "8x", &right, &error) && !right);
    assert_false(lab_guess(&compare, "5", &right, &error));
    assert_string_equal(lab_right_answer(&compare, arena), "not at all");
    assert_string_equal(lab_right_answer(&run, arena), "32");
}

/* The shipped solution's gain is no answer to "how fast is your kernel?" while that one runs. */
static void test_an_answer_waits_for_a_kernel_that_passed(void **state)
{
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .no_store = true, .language = "en"};
    struct app *course;
    (void)state;
    assert_true(app_open(&options, &course, NULL));
    struct lab_results gain = load_of(course, "repair_c_gain"), choices = load("transposes");
    assert_false(lab_waits_for_mine(&gain)); /* not passed: the solution's value counts */
    gain.points[1].note = NULL;
    assert_true(lab_waits_for_mine(&gain));
    gain.points[1].is_known = true;
    assert_false(lab_waits_for_mine(&gain));
    choices.points[4].note = NULL;
    assert_false(lab_waits_for_mine(&choices));
    app_close(course);
}

static void test_code_has_no_head_no_marks_and_an_empty_blank(void **state)
{
    (void)state;
    const struct lab *fill = lab_find(app, "tile_pitch", NULL), *run = lab_find(app, "tile_column", NULL);
    struct lab_code_line *lines;
    assert_int_equal(lab_code(fill, &fill->kernel, arena, &lines), 9);
    assert_int_equal(lines[0].number, 5);
    assert_string_equal(lines[0].text, "__shared__ float tile[32][];");
    assert_int_equal(lines[0].blank, 0);
    assert_int_equal(lines[0].blank_at, strlen("__shared__ float tile[32]["));
    assert_int_equal(lab_code(run, &run->kernel, arena, &lines), 9);
    assert_string_equal(lines[0].text, "__shared__ float tile[32][PITCH];");
    assert_true(lines[8].is_marked);
    assert_null(strstr(lines[8].text, "//@"));
    assert_string_equal(lab_fill_solution(fill, arena), "33");
}

static void test_other_blanks_are_drawn_with_their_values(void **state)
{
    (void)state;
    const struct source source = {.name = "sums.cu",
                                  .text = "#define TERM a[i] * b[i]\n#define PITCH 33\n"
                                          "tile[/*?pitch*/PITCH] = /*?term*/TERM + /*?start*/zero;\n"};
    const struct lab_kernel kernel = {.source = &source};
    struct named_text start = {"start", "0.0f"}, pitch = {"PITCH", "36"};
    struct lab fill = {.blanks = {&start, 1}, .with = {&pitch, 1}};
    struct lab_code_line *lines;
    assert_int_equal(lab_code(&fill, &kernel, arena, &lines), 1);
    assert_string_equal(lines[0].text, "tile[PITCH] = a[i] * b[i] + ;");
    fill.with.count = 0;
    assert_int_equal(lab_code(&fill, &kernel, arena, &lines), 1);
    assert_string_equal(lines[0].text, "tile[33] = a[i] * b[i] + ;");
}

/* Counts the steps without results beside their lesson, and says which. */
static int count_unstored(const struct app *course)
{
    int unstored = 0;
    for (size_t i = 0; i < course->curriculum->lesson_count; i++)
        for (size_t k = 0; k < course->curriculum->lessons[i]->step_count; k++) {
            const struct step *step = &course->curriculum->lessons[i]->steps[k];
            struct lab_results results;
            if (!step_is_lab(step))
                continue;
            lab_results_load(course, step->lab, arena, &results);
            bool is_whole = lab_results_are_whole(&results);
            for (size_t point = 0; point < results.point_count; point++)
                is_whole = is_whole && (!results.points[point].is_mine || results.points[point].has_shipped);
            if (!is_whole)
                print_error("%s: author-check %s --write-steps\n", step->lab->id, step->lab->lesson->id);
            unstored += !is_whole;
        }
    return unstored;
}

/* A heading without a row in lab_quantities.def is the counter's name. */
static int count_bare(const char *quantity)
{
    char *name = arena_strdup(arena, quantity);
    for (char *at = name; *at; at++)
        *at = *at == '_' ? ' ' : *at;
    bool is_bare = strcmp(lab_heading(quantity, arena), name) == 0;
    if (is_bare)
        print_error("lab_quantities.def has no translated row for %s\n", quantity);
    return is_bare;
}

static int count_bare_of(const struct lab *lab)
{
    int bare = lab->label ? count_bare(lab->label) : 0;
    for (size_t i = 0; i < lab->columns.count; i++)
        bare += count_bare(lab->columns.items[i]);
    return bare;
}

static void test_headings_of_the_course_are_translated(void **state)
{
    (void)state;
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .no_store = true, .language = "zh"};
    struct error error = {0};
    struct app *course;
    int bare = 0;
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    i18n_choose("zh");
    assert_true(app_open(&options, &course, &error));
    for (size_t i = 0; i < course->curriculum->lesson_count; i++) {
        const struct lesson *lesson = course->curriculum->lessons[i];
        for (size_t k = 0; k < lesson->step_count; k++)
            bare += step_is_lab(&lesson->steps[k]) ? count_bare_of(lesson->steps[k].lab) : 0;
    }
    app_close(course);
    i18n_choose("en");
    assert_int_equal(bare, 0);
}

static void test_steps_of_the_course_have_stored_results_in_plain_words(void **state)
{
    (void)state;
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .no_store = true, .architecture = "h100"};
    struct error error = {0};
    struct app *course;
    assert_true(app_open(&options, &course, &error));
    int unstored = count_unstored(course);
    struct lab_results varied = load_of(course, "accumulate_whole");
    assert_memory_equal(lab_plain(course, &varied, arena), "n 512: ", 7); /* not N */
    app_close(course);
    assert_int_equal(unstored, 0);
}

/* A link keeps the files of the course apart from a copy of its results. */
static struct app *open_copy(const char *folder, const char *results, const char *text)
{
    static const char *const linked[] = {"exercises", "kernels", "solutions", "lessons/week03/transposes.yaml"};
    struct app_options options = {.root = folder, .no_store = true, .architecture = "h100", .language = "en"};
    struct error error = {0};
    struct app *copy;
    assert_true(file_make_folders(path_join(arena, folder, "lessons/week03"), &error));
    for (size_t i = 0; i < sizeof linked / sizeof *linked; i++)
        assert_int_equal(0, symlink(path_join(arena, COURSE, linked[i]), path_join(arena, folder, linked[i])));
    assert_true(file_write_atomic(path_join(arena, folder, results), text, strlen(text), &error));
    if (!app_open(&options, &copy, &error))
        fail_msg("%s", error.message);
    return copy;
}

static void test_results_that_cannot_be_read_are_not_overwritten(void **state)
{
    static const char broken[] = "{\"tile_column\": [\n<<<<<<< HEAD\n";
    const char *folder, *name = "lessons/week03/transposes.steps.json";
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    (void)state;
    assert_true(file_make_temporary_folder(arena, NULL, &folder, &error));
    struct app *copy = open_copy(folder, name, broken);
    struct lab_results results = load_of(copy, "tile_column");
    assert_false(lab_results_are_whole(&results));
    assert_false(lab_results_store(copy, &results, &error));
    assert_non_null(strstr(error.message, "transposes.steps.json' is kept as it is: JSON line 2 column 1"));
    assert_true(file_read(path_join(arena, folder, name), 1000, &text, &error));
    assert_string_equal(buffer_text(&text), broken);
    app_close(copy);
    assert_true(file_remove_tree(folder, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stored_results_are_there_at_once),
        cmocka_unit_test(test_claims_are_expressions_over_values),
        cmocka_unit_test(test_values_are_inserted_into_texts),
        cmocka_unit_test(test_numbers_have_three_digits_and_a_unit),
        cmocka_unit_test(test_guesses),
        cmocka_unit_test(test_an_answer_waits_for_a_kernel_that_passed),
        cmocka_unit_test(test_specimens_are_what_a_step_runs),
        cmocka_unit_test(test_steps_of_the_course_have_stored_results_in_plain_words),
        cmocka_unit_test(test_headings_of_the_course_are_translated),
        cmocka_unit_test(test_code_has_no_head_no_marks_and_an_empty_blank),
        cmocka_unit_test(test_other_blanks_are_drawn_with_their_values),
        cmocka_unit_test(test_results_that_cannot_be_read_are_not_overwritten),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
