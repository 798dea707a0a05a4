/* The right answers of the shipped lessons are spread: a learner cannot pass by always choosing the
 * same place, or the longest choice. Steps say why, and lessons end with a text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "curriculum/lab.h"
#include "curriculum/load.h"

enum { WEEKS = 13, PLACES = 8, FEW = 6 };

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

/* Quizzes whose right choice is longer than the others. */
static void count_longest(const struct lesson *lesson, size_t counts[WEEKS][PLACES])
{
    for (size_t i = 0; i < lesson->step_count; i++) {
        if (lesson->steps[i].kind != STEP_QUIZ || lesson->steps[i].quiz.many)
            continue;
        const struct quiz *quiz = &lesson->steps[i].quiz;
        size_t longest[2] = {0, 0}; /* of the wrong and of the right choices */
        for (size_t c = 0; c < quiz->choice_count; c++) {
            size_t length = strlen(quiz->choices[c].say), *most = &longest[quiz->choices[c].right];
            *most = length > *most ? length : *most;
        }
        counts[lesson->week][longest[1] > longest[0]]++;
    }
}

/* Steps list their choices by size, and the right one is easily in the middle. */
static void count_choices(const struct lesson *lesson, size_t counts[WEEKS][PLACES])
{
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        if (step_is_lab(step) && step->lab->choices.count > 0)
            counts[lesson->week][step->lab->answer_choice]++;
    }
}

/* Reads a number with its groups of digits, as in "256 000". *out_rest is what follows it. */
static double number_of(const char *text, const char **out_rest)
{
    double number = 0, scale = 0;
    for (; isdigit((unsigned char)*text) || *text == '.' || (*text == ' ' && isdigit((unsigned char)text[1])); text++) {
        if (*text == '.')
            scale = 1;
        else if (*text != ' ')
            number = 10 * number + (*text - '0'), scale *= 10;
    }
    *out_rest = text;
    return scale > 0 ? number / scale : number;
}

/* Returns 0 where the right number is the least, 1 in the middle, 2 where it is the largest.
 * A quiz with a choice that is no number, or has another unit, gives -1. */
static int place_by_size(const struct quiz *quiz)
{
    double right = 0, least = INFINITY, most = -INFINITY;
    const char *unit = NULL;
    for (size_t c = 0; c < quiz->choice_count; c++) {
        const char *say = quiz->choices[c].say, *rest;
        double number = number_of(say, &rest);
        if (rest == say || (unit && strcmp(unit, rest) != 0))
            return -1;
        unit = rest;
        least = fmin(least, number);
        most = fmax(most, number);
        right = quiz->choices[c].right ? number : right;
    }
    return right <= least ? 0 : right < most ? 1 : 2;
}

/* Who knows nothing chooses the number in the middle. */
static void count_sizes(const struct lesson *lesson, size_t counts[WEEKS][PLACES])
{
    for (size_t i = 0; i < lesson->step_count; i++) {
        if (lesson->steps[i].kind != STEP_QUIZ || lesson->steps[i].quiz.many)
            continue;
        int place = place_by_size(&lesson->steps[i].quiz);
        if (place >= 0)
            counts[lesson->week][place]++;
    }
}

typedef void count_places(const struct lesson *lesson, size_t counts[WEEKS][PLACES]);

static void count_all(count_places *count, size_t counts[WEEKS][PLACES])
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct curriculum_request request = {.root = WARPSCHOOL_SOURCE_DIR, .language = "en"};
    struct error error = {0};
    CLEANUP(curriculum_free) struct curriculum *curriculum = curriculum_load(&request, diagnostics, &error);
    assert_non_null(curriculum);
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        count(curriculum->lessons[i], counts);
}

static size_t sum_of(const size_t counts[PLACES])
{
    size_t sum = 0;
    for (size_t place = 0; place < PLACES; place++)
        sum += counts[place];
    return sum;
}

static void test_no_place_has_most_right_answers_of_a_week(void **state)
{
    (void)state;
    size_t counts[WEEKS][PLACES] = {0};
    count_all(count_answers, counts);
    for (size_t week = 0; week < WEEKS; week++)
        for (size_t place = 0; place < PLACES; place++)
            assert_true(2 * counts[week][place] <= sum_of(counts[week]));
}

/* At most two fifths at one place, and at least a sixth at each of the first three. */
static void test_the_right_choices_of_steps_are_spread_over_a_week(void **state)
{
    (void)state;
    size_t counts[WEEKS][PLACES] = {0};
    count_all(count_choices, counts);
    for (size_t week = 0; week < WEEKS; week++) {
        size_t all = sum_of(counts[week]);
        for (size_t place = 0; place < PLACES && all >= FEW; place++) {
            assert_true(5 * counts[week][place] <= 2 * all);
            assert_true(place >= 3 || 6 * counts[week][place] >= all);
        }
    }
}

/* The reason why a choice is right belongs in its `why`, or its length gives it away. */
static void test_the_longest_choice_is_seldom_right(void **state)
{
    (void)state;
    size_t counts[WEEKS][PLACES] = {0};
    count_all(count_longest, counts);
    for (size_t week = 0; week < WEEKS; week++)
        assert_true(5 * counts[week][true] <= 2 * sum_of(counts[week]));
}

static void test_the_number_in_the_middle_is_right_in_half_of_the_quizzes_at_most(void **state)
{
    (void)state;
    size_t counts[WEEKS][PLACES] = {0};
    count_all(count_sizes, counts);
    for (size_t week = 0; week < WEEKS; week++)
        if (sum_of(counts[week]) >= FEW)
            assert_true(2 * counts[week][1] <= sum_of(counts[week]));
}

/* A right blank can be luck. Its why says what makes it right. */
static void count_whys(const struct lesson *lesson, size_t counts[WEEKS][PLACES])
{
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        if (!step_is_lab(step))
            continue;
        if (!step->lab->why)
            print_error("%s has no why\n", step->lab->id);
        counts[lesson->week][step->lab->why != NULL]++;
    }
}

static void test_each_step_says_why(void **state)
{
    (void)state;
    size_t counts[WEEKS][PLACES] = {0};
    count_all(count_whys, counts);
    for (size_t week = 0; week < WEEKS; week++)
        assert_int_equal(counts[week][false], 0);
}

/* A lesson with an exercise ends with where its technique is used, not with a question. */
static void count_endings(const struct lesson *lesson, size_t counts[WEEKS][PLACES])
{
    bool has_exercise = false;
    for (size_t i = 0; i < lesson->step_count; i++)
        has_exercise |= lesson->steps[i].kind == STEP_EXERCISE;
    if (!has_exercise || lesson->kind != LESSON_ORDINARY || !lesson->week)
        return;
    bool is_text = lesson->steps[lesson->step_count - 1].kind == STEP_TEXT;
    if (!is_text)
        print_error("%s ends with a question\n", lesson->id);
    counts[lesson->week][is_text]++;
}

static void test_lessons_end_with_a_text(void **state)
{
    (void)state;
    size_t counts[WEEKS][PLACES] = {0};
    count_all(count_endings, counts);
    for (size_t week = 0; week < WEEKS; week++)
        assert_int_equal(counts[week][false], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_place_has_most_right_answers_of_a_week),
        cmocka_unit_test(test_the_right_choices_of_steps_are_spread_over_a_week),
        cmocka_unit_test(test_the_longest_choice_is_seldom_right),
        cmocka_unit_test(test_the_number_in_the_middle_is_right_in_half_of_the_quizzes_at_most),
        cmocka_unit_test(test_each_step_says_why),
        cmocka_unit_test(test_lessons_end_with_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
