/* Checks of one lesson that need no other file: quizzes, predictions, its exercises. */
#include <string.h>

#include "curriculum/check/check_lab.h"

static void check_quiz(struct lesson_file *file, const struct step *step)
{
    const struct quiz *quiz = &step->quiz;
    struct location place = lesson_whole_place(file, quiz, step->location);
    size_t right = 0;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const struct quiz_choice *choice = &quiz->choices[i];
        right += choice->right;
        if (!choice->right && !choice->why)
            lesson_error(file, lesson_whole_place(file, choice, place),
                         "a wrong choice needs `why`: what is wrong with it");
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
    struct location place = lesson_whole_place(file, predict, step->location);
    if (!predict->exercise && !file->exercise_count)
        lesson_error(file, place, "this lesson has no exercise: say on which `exercise`'s gate case to count");
}

/*
 * The steps that each kind of lesson can have. Says whether their questions must name a lesson to
 * read after a mistake.
 */
static const struct {
    bool steps[STEP_KIND_COUNT];
    bool must_read;
    const char *words;
} lesson_kinds[] = {
    [LESSON_ORDINARY] = {{true, true, true, true, true, true, true, true}, false, ""},
    [LESSON_PLACEMENT] = {{[STEP_TEXT] = true, [STEP_QUIZ] = true, [STEP_PREDICT] = true},
                          true,
                          "the steps of a placement are text, quiz or predict"},
    [LESSON_ASSESSMENT] = {{[STEP_TEXT] = true, [STEP_QUIZ] = true, [STEP_EXERCISE] = true},
                           true,
                           "the steps of an assessment are text, quiz or exercise"},
};

static const char *read_of(const struct step *step)
{
    return step->kind == STEP_QUIZ       ? step->quiz.read
           : step->kind == STEP_PREDICT  ? step->predict.read
           : step->kind == STEP_EXERCISE ? step->exercise->read
                                         : "";
}

static void check_lesson_kind(struct lesson_file *file, const struct step *step)
{
    const struct lesson *lesson = file->lesson;
    if (!lesson_kinds[lesson->kind].steps[step->kind])
        lesson_error(file, step->location, "%s", lesson_kinds[lesson->kind].words);
    else if (lesson_kinds[lesson->kind].must_read && !read_of(step))
        lesson_error(file, step->location, "this %s needs `read`: the lesson to read if it went wrong",
                     step_kind_name(step->kind));
}

static void check_predictions(struct lesson_file *file, const struct exercise *exercise)
{
    const struct lesson *lesson = file->lesson;
    bool is_pool = lesson->kind == LESSON_ASSESSMENT;
    if (!is_pool && exercise->prediction_count > 0)
        lesson_error(file, lesson_place(file, &exercise->predictions, exercise->location),
                     "only exercises of an assessment have `predictions`");
    if (is_pool && exercise->prediction_count < (size_t)lesson->draw.predictions)
        lesson_error(file, exercise->location, "this exercise needs at least %d `predictions`, as many as are drawn",
                     lesson->draw.predictions);
    for (size_t i = 0; i < exercise->prediction_count; i++)
        if (exercise->predictions[i].exercise || exercise->predictions[i].kernel_file)
            lesson_error(file, exercise->location,
                         "a prediction is about the learner's own kernel: it names no `exercise` and no `kernel`");
}

static int right_choice(const struct quiz *quiz)
{
    for (size_t i = 0; i < quiz->choice_count; i++)
        if (quiz->choices[i].right)
            return (int)i;
    return -1;
}

/* Whoever always gives the same choice must not pass. */
static void check_places(struct lesson_file *file, struct location place)
{
    enum { PLACES = 9, QUIZZES_LEAST = 6 };
    const struct lesson *lesson = file->lesson;
    int counts[PLACES] = {0}, total = 0;
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct quiz *quiz = &lesson->steps[i].quiz;
        int right = lesson->steps[i].kind == STEP_QUIZ && !quiz->many ? right_choice(quiz) : -1;
        if (right < 0 || right >= PLACES)
            continue;
        counts[right]++;
        total++;
    }
    for (int i = 0; i < PLACES && total >= QUIZZES_LEAST; i++)
        if (2 * counts[i] > total)
            lesson_error(file, place, "choice %d is the right one in %d of %d quizzes: at most half of them", i + 1,
                         counts[i], total);
}

static void check_draw(struct lesson_file *file)
{
    const struct lesson *lesson = file->lesson;
    const struct draw *draw = &lesson->draw;
    struct location place = lesson_whole_place(file, draw, lesson->location);
    bool is_written = lesson_places_find(file->wholes, draw) != NULL;
    int quizzes = 0, exercises = 0;
    for (size_t i = 0; i < lesson->step_count; i++) {
        quizzes += lesson->steps[i].kind == STEP_QUIZ;
        exercises += lesson->steps[i].kind == STEP_EXERCISE;
    }
    if (lesson->kind != LESSON_ASSESSMENT) {
        if (is_written)
            lesson_error(file, place, "only an assessment has `draw`");
        return;
    }
    if (!is_written)
        lesson_error(file, place, "an assessment needs `draw`: how much of its pool is drawn");
    else if (draw->quizzes > quizzes || draw->exercises > exercises)
        lesson_error(file, place, "%d quizzes and %d exercises are drawn; the pool has %d and %d", draw->quizzes,
                     draw->exercises, quizzes, exercises);
    else if (draw->quizzes + draw->exercises == 0)
        lesson_error(file, place, "nothing is drawn");
    check_places(file, place);
}

static void check_objectives(struct lesson_file *file)
{
    const struct lesson *lesson = file->lesson;
    for (size_t i = 0; i < lesson->objective_count; i++)
        for (size_t k = 0; k < i && lesson->objectives[i].id; k++)
            if (lesson->objectives[k].id && strcmp(lesson->objectives[i].id, lesson->objectives[k].id) == 0)
                lesson_error(file, lesson_place(file, &lesson->objectives[i].id, lesson->location),
                             "there are two objectives with the id '%s'", lesson->objectives[i].id);
}

void check_lesson_alone(struct lesson_file *file)
{
    const struct lesson *lesson = file->lesson;
    check_objectives(file);
    check_draw(file);
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        if (!lesson_places_find(file->wholes, step))
            continue;
        check_lesson_kind(file, step);
        if (step->kind == STEP_QUIZ)
            check_quiz(file, step);
        else if (step->kind == STEP_PREDICT)
            check_predict(file, step);
        else if (step_is_lab(step))
            check_lab_alone(file, &file->lesson->steps[i]);
    }
    for (size_t i = 0; i < file->exercise_count; i++)
        check_exercise_alone(file, file->exercises[i]);
    for (size_t i = 0; i < file->exercise_count; i++)
        check_predictions(file, file->exercises[i]);
}
