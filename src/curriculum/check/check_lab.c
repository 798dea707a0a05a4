/* Checks of the steps that run kernels, as far as one file shows them. */
#include <string.h>

#include "curriculum/check/check_lab.h"

static void check_answer(struct lesson_file *file, struct lab *lab)
{
    struct location place = lesson_place(file, &lab->answer, lab->location);
    lab->answer_choice = -1;
    if (!lab->answer)
        return;
    for (size_t i = 0; i < lab->choices.count; i++)
        if (strcmp(lab->choices.items[i], lab->answer) == 0)
            lab->answer_choice = (int)i;
    if (lab->choices.count && lab->answer_choice < 0)
        lesson_error(file, place, "`answer` is none of the choices");
    if (lab->choices.count && lab->within > 0)
        lesson_error(file, lesson_place(file, &lab->within, place), "`within` is for a number; choices need none");
    if (!lab->choices.count)
        lab->answer_number = lesson_expression(file, lesson_places_find(file->places, &lab->answer));
}

static void check_row(struct lesson_file *file, const struct lab_row *row)
{
    int kinds = (row->kernel.file != NULL) + (row->mine != NULL) + (row->measured != NULL);
    if (kinds != 1)
        lesson_error(file, row->location, "a row is exactly one of `kernel`, `mine` or `measured`");
    else if (!row->say && !row->mine)
        lesson_error(file, row->location, "a row needs `say`: its name in the table");
    if (row->with.count && !row->kernel.file)
        lesson_error(file, row->location, "`with` is for a row with a `kernel`");
}

static void check_rows(struct lesson_file *file, const struct lab *lab)
{
    for (size_t i = 0; i < lab->row_count; i++)
        check_row(file, &lab->rows[i]);
    for (size_t i = 0; i < lab->hidden.count; i++)
        if ((size_t)lab->hidden.items[i] > lab->row_count && lab->row_count)
            lesson_error(file, lesson_place(file, &lab->hidden.items[i], lab->location), "there is no row %d",
                         lab->hidden.items[i]);
}

static void check_usable(struct lesson_file *file, const struct lab *lab, const char *text, struct location place)
{
    bool is_line = lab->replaced.count > 0;
    if (lab_blank_is_usable(text, is_line))
        return;
    lesson_error(file, place, "'%.100s' is not %s of at most %d bytes", text, is_line ? "one line" : "one expression",
                 LAB_BLANK_BYTES_MAX);
    diagnostics_hint(file->diagnostics, "balanced brackets, and no %s{ } # \" \\ or comment",
                     is_line ? "" : "assignment, ; ");
}

static bool has_name(const struct named_texts *texts, const char *name)
{
    for (size_t i = 0; i < texts->count; i++)
        if (strcmp(texts->items[i].name, name) == 0)
            return true;
    return false;
}

static void check_wrong(struct lesson_file *file, const struct lab *lab, const struct lab_wrong *wrong)
{
    const struct named_texts *answers = lab_answers(lab);
    size_t errors = file->error_count;
    for (size_t i = 0; i < wrong->blanks.count; i++) {
        const struct named_text *blank = &wrong->blanks.items[i];
        if (!has_name(answers, blank->name))
            lesson_error(file, lesson_place(file, &blank->name, wrong->location), "there is no blank '%.64s'",
                         blank->name);
        check_usable(file, lab, blank->text, lesson_place(file, &blank->text, wrong->location));
    }
    for (size_t i = 0; i < answers->count && file->error_count == errors; i++)
        if (!has_name(&wrong->blanks, answers->items[i].name))
            lesson_error(file, wrong->location, "a wrong answer needs `%s`: what a beginner writes there",
                         answers->items[i].name);
}

static void check_right(struct lesson_file *file, const struct lab *lab)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    size_t wanted = lab_answers(lab)->count;
    for (size_t i = 0; i < lab->right.count; i++) {
        struct location place = lesson_place(file, &lab->right.items[i], lab->location);
        const char *parts[LAB_BLANKS_MAX];
        if (lab_split_answer(lab, lab->right.items[i], arena, parts) != wanted) {
            lesson_error(file, place, "an answer has %zu parts here, with ; between them", wanted);
            continue;
        }
        for (size_t k = 0; k < wanted; k++)
            check_usable(file, lab, parts[k], place);
    }
}

static void check_fill(struct lesson_file *file, const struct lab *lab)
{
    if ((lab->blanks.count > 0) == (lab->replaced.count > 0)) {
        lesson_error(file, lab->location, "a fill has either `blanks` or `replace`");
        return;
    }
    const struct named_texts *answers = lab_answers(lab);
    for (size_t i = 0; i < answers->count; i++)
        check_usable(file, lab, answers->items[i].text, lesson_place(file, &answers->items[i].text, lab->location));
    check_right(file, lab);
    for (size_t i = 0; i < lab->wrong_count; i++)
        check_wrong(file, lab, &lab->wrong[i]);
}

static void check_range(struct lesson_file *file, const struct lab *lab)
{
    for (size_t i = 0; i < lab->range.count; i++)
        for (size_t k = 0; k < i; k++)
            if (lab->range.values[i].real == lab->range.values[k].real)
                lesson_error(file, lesson_place(file, &lab->range.values[i], lab->location),
                             "this value is there already");
}

void check_lab_alone(struct lesson_file *file, struct step *step)
{
    struct lab *lab = step->lab;
    if (!lesson_places_find(file->wholes, lab))
        return;
    lab->kind = step->kind;
    lab->lesson = file->lesson;
    lab->step = (int)(step - file->lesson->steps);
    if (lab->kind == STEP_FILL)
        check_fill(file, lab);
    else
        check_answer(file, lab);
    if (lab->kind == STEP_COMPARE)
        check_rows(file, lab);
    if (lab->strip != LAB_STRIP_NONE && !lab->mark)
        lesson_error(file, lesson_place(file, &lab->strip, lab->location), "`strip` needs `mark`: the line to look at");
    check_range(file, lab);
}
