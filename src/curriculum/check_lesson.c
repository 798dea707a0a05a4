/* Checks of one lesson that need no other file: quizzes, predictions, its exercises. */
#include <string.h>

#include "curriculum/lesson_file_internal.h"

static void check_quiz(struct lesson_file *file, const struct step *step)
{
    const struct quiz *quiz = &step->quiz;
    struct location place = whole_place(file, quiz, step->location);
    size_t right = 0;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const struct quiz_choice *choice = &quiz->choices[i];
        right += choice->right;
        if (!choice->right && !choice->why)
            lesson_error(file, whole_place(file, choice, place), "a wrong choice needs `why`: what is wrong with it");
    }
    if (!quiz->choice_count)
        return;
    if (!quiz->many && right != 1)
        lesson_error(file, place, "exactly one choice must be `right: true`, here are %zu", right);
    if (quiz->many && right < 2)
        lesson_error(file, place, "with `many: true` two or more choices must be right, here are %zu", right);
}

static void check_predict(struct lesson_file *file, const struct step *step)
{
    const struct predict *predict = &step->predict;
    struct location place = whole_place(file, predict, step->location);
    if (!predict->exercise && !file->exercise_count)
        lesson_error(file, place, "this lesson has no exercise: say on which `exercise`'s gate case to count");
}

void check_lesson_alone(struct lesson_file *file)
{
    const struct lesson *lesson = file->lesson;
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        if (!places_find(file->wholes, step))
            continue;
        if (step->kind == STEP_QUIZ)
            check_quiz(file, step);
        else if (step->kind == STEP_PREDICT)
            check_predict(file, step);
    }
    for (size_t i = 0; i < file->exercise_count; i++)
        check_exercise_alone(file, file->exercises[i]);
}
