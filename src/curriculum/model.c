/* Lookups in the curriculum. */
#include "curriculum/model.h"

#include <string.h>

const struct lesson *curriculum_find_lesson(const struct curriculum *curriculum, const char *id)
{
    for (size_t i = 0; id && i < curriculum->lesson_count; i++)
        if (strcmp(curriculum->lessons[i]->id, id) == 0)
            return curriculum->lessons[i];
    return NULL;
}

const struct exercise *curriculum_find_exercise(const struct curriculum *curriculum, const char *id)
{
    for (size_t i = 0; id && i < curriculum->exercise_count; i++)
        if (strcmp(curriculum->exercises[i]->id, id) == 0)
            return curriculum->exercises[i];
    return NULL;
}

const char *curriculum_folder(const struct curriculum *curriculum, const struct exercise *exercise)
{
    const struct lesson *lesson = exercise->lesson;
    return lesson && lesson->folder ? lesson->folder : curriculum->root;
}

const char *step_kind_name(enum step_kind kind)
{
    static const char *const names[] = {
        [STEP_TEXT] = "text", [STEP_QUIZ] = "quiz", [STEP_PREDICT] = "predict", [STEP_EXERCISE] = "exercise",
        [STEP_RUN] = "run",   [STEP_FILL] = "fill", [STEP_COMPARE] = "compare", [STEP_PLOT] = "plot"};
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : "unknown";
}
