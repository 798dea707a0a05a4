/* The right answers of the shipped lessons are spread: a learner cannot pass by always choosing the
 * same place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "curriculum/load.h"

enum { WEEKS = 13, PLACES = 8 };

static void count_answers(const struct lesson *lesson, size_t counts[WEEKS][PLACES])
{
    for (size_t i = 0; i < lesson->step_count; i++) {
        if (lesson->steps[i].kind != STEP_QUIZ || lesson->steps[i].quiz.many)
            continue;
        const struct quiz *quiz = &lesson->steps[i].quiz;
        for (size_t c = 0; c < quiz->choice_count; c++)
            if (quiz->choices[c].right)
                counts[lesson->week][c]++;
    }
}

static void test_no_place_has_most_right_answers_of_a_week(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct curriculum_request request = {.root = WARPSCHOOL_SOURCE_DIR, .language = "en"};
    struct error error = {0};
    CLEANUP(curriculum_free) struct curriculum *curriculum = curriculum_load(&request, diagnostics, &error);
    assert_non_null(curriculum);
    size_t counts[WEEKS][PLACES] = {0};
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        count_answers(curriculum->lessons[i], counts);
    for (size_t week = 0; week < WEEKS; week++) {
        size_t all = 0;
        for (size_t place = 0; place < PLACES; place++)
            all += counts[week][place];
        for (size_t place = 0; place < PLACES; place++)
            assert_true(2 * counts[week][place] <= all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_place_has_most_right_answers_of_a_week)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
