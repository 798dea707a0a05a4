/* Lookups in the curriculum, and the kinds of its lessons and steps. */
#include "curriculum/model.h"

#include <ctype.h>
#include <stdlib.h>
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

/* prefix, then the end or '-' */
static bool id_begins(const char *id, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(id, prefix, length) == 0 && (id[length] == '\0' || id[length] == '-');
}

bool lesson_is_project(const struct lesson *lesson, int number)
{
    static const char prefix[] = "project";
    if (strncmp(lesson->id, prefix, sizeof prefix - 1) != 0 || !isdigit((unsigned char)lesson->id[sizeof prefix - 1]))
        return false;
    char *end;
    long own = strtol(lesson->id + sizeof prefix - 1, &end, 10);
    return (*end == '\0' || *end == '-') && (number == 0 || own == number);
}

bool lesson_is_contribution(const struct lesson *lesson)
{
    return id_begins(lesson->id, "contribution");
}

bool lesson_is_taught(const struct lesson *lesson)
{
    return lesson->kind == LESSON_ORDINARY && !lesson_is_project(lesson, 0) && !lesson_is_contribution(lesson);
}

bool step_is_lab(const struct step *step)
{
    return step->kind == STEP_RUN || step->kind == STEP_FILL || step->kind == STEP_COMPARE || step->kind == STEP_PLOT;
}

bool exercise_is_fp32_work(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (dtype_kind(exercise->parameters[i].dtype) == DTYPE_KIND_FLOAT &&
            dtype_bytes(exercise->parameters[i].dtype) < 4)
            return false;
    return true;
}

bool exercise_is_of_pool(const struct exercise *exercise)
{
    return exercise->lesson && exercise->lesson->kind == LESSON_ASSESSMENT;
}
