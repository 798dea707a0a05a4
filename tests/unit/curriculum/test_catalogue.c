/* The catalogues have every text of the lessons that verdicts and lists show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/i18n.h"
#include "base/text.h"
#include "curriculum/load.h"

static const char *const languages[] = {"es", "zh"};
enum { LANGUAGE_COUNT = sizeof languages / sizeof languages[0] };

static struct curriculum *load(const char *language)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct curriculum_request request = {.root = WARPSCHOOL_SOURCE_DIR, .language = language};
    struct error error = {0};
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    i18n_choose(language);
    struct curriculum *curriculum = curriculum_load(&request, diagnostics, &error);
    assert_non_null(curriculum);
    assert_int_equal(diagnostics_error_count(diagnostics), 0);
    return curriculum;
}

/* gettext() returns its argument if there is no entry. */
static size_t count_missing(const char *text)
{
    if (!text || !*text || _(text) != text)
        return 0;
    print_error("no entry: %s\n", text);
    return 1;
}

static size_t count_missing_of_exercise(const struct exercise *exercise)
{
    size_t missing = count_missing(exercise->title) + count_missing(exercise->area) + count_missing(exercise->locked);
    for (size_t i = 0; i < exercise->gate_count; i++)
        missing += count_missing(exercise->gates[i].why);
    for (size_t i = 0; i < exercise->slip_count; i++)
        missing += count_missing(exercise->slips[i].say);
    return missing;
}

static size_t count_missing_of_lesson(const struct lesson *lesson)
{
    size_t missing = count_missing(lesson->title) + count_missing(lesson->week_title);
    for (size_t i = 0; i < lesson->objective_count; i++)
        missing += count_missing(lesson->objectives[i].say);
    for (size_t i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].kind == STEP_QUIZ)
            missing += count_missing(lesson->steps[i].quiz.area);
    return missing;
}

static void test_each_text_has_an_entry(void **state)
{
    (void)state;
    CLEANUP(curriculum_free) struct curriculum *curriculum = load("en");
    for (size_t l = 0; l < LANGUAGE_COUNT; l++) {
        size_t missing = 0;
        i18n_choose(languages[l]);
        for (size_t i = 0; i < curriculum->lesson_count; i++)
            missing += count_missing_of_lesson(curriculum->lessons[i]);
        for (size_t i = 0; i < curriculum->exercise_count; i++)
            missing += count_missing_of_exercise(curriculum->exercises[i]);
        assert_int_equal(missing, 0);
    }
}

/* The first lesson of each week names it, and the course map shows the name uncut at 80 columns. */
static void test_each_week_has_a_name_that_fits(void **state)
{
    (void)state;
    enum { MAP_COLUMNS = 35 };
    CLEANUP(curriculum_free) struct curriculum *curriculum = load("en");
    for (size_t i = 0; i < curriculum->lesson_count; i++) {
        const struct lesson *lesson = curriculum->lessons[i];
        char name[200];
        if (i > 0 && curriculum->lessons[i - 1]->week == lesson->week)
            continue;
        assert_non_null(lesson->week_title);
        assert_true(text_width(lesson->week_title) + text_width("Week 5: ") <= MAP_COLUMNS);
        for (size_t l = 0; l < LANGUAGE_COUNT; l++) {
            i18n_choose(languages[l]);
            snprintf(name, sizeof name, _("Week %d: %s"), lesson->week, _(lesson->week_title));
            assert_true(text_width(name) <= MAP_COLUMNS);
        }
    }
}

static void test_a_lesson_without_a_translation_has_these_texts(void **state)
{
    (void)state;
    CLEANUP(curriculum_free) struct curriculum *curriculum = load("es");
    const struct lesson *lesson = curriculum_find_lesson(curriculum, "w01-coalescing");
    const struct exercise *exercise = curriculum_find_exercise(curriculum, "transpose_coalesced");
    assert_non_null(lesson);
    assert_non_null(exercise);
    assert_string_equal(lesson->title, "Acceso coalescente");
    assert_string_equal(lesson->english_title, "Coalescing");
    assert_string_equal(exercise->title, "Una transposición con escrituras contiguas");
    assert_string_equal(exercise->gates[0].why, "los carriles vecinos deben escribir en direcciones vecinas");
    exercise = curriculum_find_exercise(curriculum, "gradient_accumulate");
    assert_string_equal(exercise->slips[0].say, "El gradiente no se divide por el número de filas n.");
}

static void test_a_translation_beside_the_lesson_wins(void **state)
{
    (void)state;
    CLEANUP(curriculum_free) struct curriculum *curriculum = load("zh");
    const struct lesson *lesson = curriculum_find_lesson(curriculum, "w01-vector-add");
    assert_non_null(lesson);
    assert_string_equal(lesson->title, "一个线程，一个元素");
    assert_string_equal(lesson->english_title, "One thread, one element");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_week_has_a_name_that_fits),
        cmocka_unit_test(test_each_text_has_an_entry),
        cmocka_unit_test(test_a_lesson_without_a_translation_has_these_texts),
        cmocka_unit_test(test_a_translation_beside_the_lesson_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
