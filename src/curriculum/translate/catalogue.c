/* Translates the texts of lessons that verdicts and lists show. */
#include "curriculum/translate/catalogue.h"

#include "base/i18n.h"

/* A variant can share texts with its exercise. A translated text has no entry, and stays. */
static void catalogue_text(const char **text)
{
    if (*text)
        *text = _(*text);
}

static void catalogue_exercise(struct exercise *exercise)
{
    catalogue_text(&exercise->title);
    catalogue_text(&exercise->area);
    catalogue_text(&exercise->locked);
    for (size_t i = 0; i < exercise->gate_count; i++)
        catalogue_text(&exercise->gates[i].why);
    for (size_t i = 0; i < exercise->slip_count; i++)
        catalogue_text(&exercise->slips[i].say);
}

void catalogue_translate(struct lesson_file *file)
{
    struct lesson *lesson = file->lesson;
    catalogue_text(&lesson->title);
    catalogue_text(&lesson->week_title);
    for (size_t i = 0; i < lesson->objective_count; i++)
        catalogue_text(&lesson->objectives[i].say);
    for (size_t i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].kind == STEP_QUIZ)
            catalogue_text(&lesson->steps[i].quiz.area);
    for (size_t i = 0; i < file->exercise_count; i++)
        catalogue_exercise(file->exercises[i]);
}
