/* Checks of the lessons against each other and against their files. */
#include <string.h>

#include "base/file.h"
#include "curriculum/check/check_lab.h"

static void check_unique(struct loading *loading, struct lesson_file *file)
{
    const struct lesson *lesson = file->lesson;
    const struct lesson_file *first = lesson->id ? loading_find_lesson(loading, lesson->id) : file;
    if (first != file)
        lesson_error(file, lesson_place(file, &lesson->id, lesson->location), "the id '%s' is that of %s already",
                     lesson->id, first->source->name);
    for (size_t i = 0; i < file->exercise_count; i++) {
        const struct exercise *exercise = file->exercises[i];
        const struct exercise *other = exercise->id ? loading_find_exercise(loading, exercise->id) : exercise;
        if (other != exercise)
            lesson_error(file, lesson_place(file, &exercise->id, exercise->location),
                         "the exercise '%s' is in %s, line %d, already", exercise->id, other->source->name,
                         other->location.line);
    }
}

static const char *nearest_lesson(const struct loading *loading, const char *id)
{
    const char **candidates = ARENA_ARRAY(loading->arena, loading->file_count, const char *);
    size_t count = 0;
    for (size_t i = 0; i < loading->file_count; i++)
        if (loading->files[i].lesson && loading->files[i].lesson->id)
            candidates[count++] = loading->files[i].lesson->id;
    return diagnostics_nearest(id, candidates, count);
}

static void check_lesson_id(struct loading *loading, struct lesson_file *file, const char *const *member,
                            struct location fallback)
{
    if (!*member || !(*member)[0] || loading_find_lesson(loading, *member))
        return;
    const char *nearest = nearest_lesson(loading, *member);
    lesson_error(file, lesson_place(file, member, fallback), "there is no lesson '%s'%s%s%s", *member,
                 nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
}

static void check_exercise_id(struct loading *loading, struct lesson_file *file, const char *const *member,
                              struct location fallback)
{
    if (*member && (*member)[0] && !loading_find_exercise(loading, *member))
        lesson_error(file, lesson_place(file, member, fallback), "there is no exercise '%s'", *member);
}

static void check_counter(struct loading *loading, struct lesson_file *file, const char *const *member,
                          struct location fallback)
{
    if (*member && loading->request->counter_known && !loading->request->counter_known(*member)) {
        lesson_error(file, lesson_place(file, member, fallback), "there is no counter '%s'", *member);
        diagnostics_hint(loading->diagnostics, "doc/counters.md lists them");
    }
}

static void check_path(struct loading *loading, struct lesson_file *file, const char *folder, const char *const *member,
                       struct location fallback)
{
    if (!*member || !(*member)[0])
        return;
    if (loading_file_inside(loading, path_join(loading->arena, file->folder, folder), *member))
        return;
    lesson_error(file, lesson_place(file, member, fallback), "there is no file %s/%s", folder, *member);
}

static void check_exercise_files(struct loading *loading, struct lesson_file *file, const struct exercise *exercise)
{
    struct location place = exercise->location;
    check_path(loading, file, "exercises", &exercise->starter, place);
    check_path(loading, file, "exercises", &exercise->starter_half, place);
    bool is_judged = !exercise->locked && (exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN ||
                                           exercise->kind == EXERCISE_TESTS);
    if (is_judged || lesson_places_find(file->places, &exercise->solution))
        check_path(loading, file, "solutions", &exercise->solution, place);
    check_path(loading, file, "solutions", &exercise->best.kernel, place);
    check_path(loading, file, "kernels", &exercise->reference, place);
    check_path(loading, file, "kernels", &exercise->checker, place);
    check_path(loading, file, "kernels", &exercise->terms, place);
    for (size_t i = 0; i < exercise->parameter_count; i++)
        check_path(loading, file, "kernels", &exercise->parameters[i].init_kernel, place);
    for (size_t i = 0; i < exercise->planted.count; i++)
        check_path(loading, file, "kernels", &exercise->planted.items[i], place);
    for (size_t i = 0; i < exercise->spared.count; i++)
        check_path(loading, file, "kernels", &exercise->spared.items[i], place);
}

static void check_strict(struct loading *loading, struct lesson_file *file, const struct exercise *exercise)
{
    for (size_t i = 0; loading->request->strict_known && i < exercise->strict.count; i++) {
        const char *const *member = &exercise->strict.items[i];
        if (!*member || loading->request->strict_known(*member))
            continue;
        lesson_error(file, lesson_place(file, member, exercise->location), "`strict` knows no finding '%s'", *member);
        diagnostics_hint(loading->diagnostics, "doc/lesson-format.md lists them, in the section Strict");
    }
}

static void check_exercise_references(struct loading *loading, struct lesson_file *file,
                                      const struct exercise *exercise)
{
    check_exercise_files(loading, file, exercise);
    check_inits(loading, file, exercise);
    check_strict(loading, file, exercise);
    for (size_t i = 0; i < exercise->gate_count; i++) {
        const struct gate *gate = &exercise->gates[i];
        check_counter(loading, file, &gate->counter, gate->location);
        check_path(loading, file, "kernels", &gate->to, gate->location);
        check_lesson_id(loading, file, &gate->lesson, gate->location);
    }
    check_lesson_id(loading, file, &exercise->read, exercise->location);
    for (size_t i = 0; i < exercise->prediction_count; i++)
        if (strcmp(exercise->predictions[i].counter, PREDICT_WITHOUT_BARRIER) != 0)
            check_counter(loading, file, &exercise->predictions[i].counter, exercise->location);
}

/* The first step with an id keeps it. */
static void check_lab_id(const struct loading *loading, struct lesson_file *file, const struct lab *lab)
{
    const struct loading_step *first = lab->id ? loading_find_step(loading, lab->id) : NULL;
    if (first && first->step->lab != lab)
        lesson_error(file, lesson_place(file, &lab->id, lab->location), "the step '%s' is in %s, line %d, already",
                     lab->id, first->file->source->name, first->step->location.line);
}

static void check_references(struct loading *loading, struct lesson_file *file)
{
    const struct lesson *lesson = file->lesson;
    for (size_t i = 0; i < lesson->requires.count; i++)
        check_lesson_id(loading, file, &lesson->requires.items[i], lesson->location);
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        if (step->kind == STEP_QUIZ)
            check_lesson_id(loading, file, &step->quiz.read, step->location);
        if (step_is_lab(step) && step->lab) {
            check_lab_id(loading, file, step->lab);
            check_lab_together(loading, file, step->lab);
        }
        if (step->kind != STEP_PREDICT)
            continue;
        check_lesson_id(loading, file, &step->predict.read, step->location);
        check_counter(loading, file, &step->predict.counter, step->location);
        check_exercise_id(loading, file, &step->predict.exercise, step->location);
        check_path(loading, file, "kernels", &step->predict.kernel_file, step->location);
    }
    for (size_t i = 0; i < file->exercise_count; i++)
        check_exercise_references(loading, file, file->exercises[i]);
}

/* Depth-first search. A lesson that is found again while it is still on the path closes a cycle. */
struct cycle_search {
    struct loading *loading;
    unsigned char *colours; /* 0 new, 1 on the path, 2 done */
    size_t *way;            /* file indices */
    size_t *next_require;
    size_t depth;
};

static void report_cycle(struct cycle_search *search, size_t closing)
{
    CLEANUP(buffer_done) struct buffer names = BUFFER_INIT;
    size_t start = search->depth;
    while (start > 0 && search->way[start - 1] != closing)
        start--;
    for (size_t i = start ? start - 1 : 0; i < search->depth; i++)
        buffer_printf(&names, "%s requires ", search->loading->files[search->way[i]].lesson->id);
    buffer_append_text(&names, search->loading->files[closing].lesson->id);
    struct lesson_file *file = &search->loading->files[search->way[search->depth - 1]];
    lesson_error(file, lesson_place(file, &file->lesson->requires, file->lesson->location),
                 "lessons require each other in a circle: %s", buffer_text(&names));
}

static void visit_require(struct cycle_search *search, const char *id)
{
    struct lesson_file *file = loading_find_lesson(search->loading, id);
    if (!file)
        return;
    size_t index = (size_t)(file - search->loading->files);
    if (search->colours[index] == 1)
        report_cycle(search, index);
    if (search->colours[index])
        return;
    search->colours[index] = 1;
    search->next_require[search->depth] = 0;
    search->way[search->depth++] = index;
}

static void search_cycles(struct cycle_search *search)
{
    while (search->depth) {
        size_t top = search->depth - 1;
        const struct text_list *requires = &search->loading->files[search->way[top]].lesson->requires;
        if (search->next_require[top] < requires->count) {
            visit_require(search, requires->items[search->next_require[top]++]);
            continue;
        }
        search->colours[search->way[top]] = 2;
        search->depth--;
    }
}

static void check_cycles(struct loading *loading)
{
    size_t count = loading->file_count;
    struct cycle_search search = {.loading = loading,
                                  .colours = ARENA_ARRAY(loading->arena, count, unsigned char),
                                  .way = ARENA_ARRAY(loading->arena, count, size_t),
                                  .next_require = ARENA_ARRAY(loading->arena, count, size_t)};
    for (size_t i = 0; i < count; i++) {
        if (loading->files[i].lesson && loading->files[i].lesson->id)
            visit_require(&search, loading->files[i].lesson->id);
        search_cycles(&search);
    }
}

struct text_visit {
    struct lesson_file *file;
    const struct loading *loading;
    struct yaml_node *node;
};

static void bad_link(void *context, const char *target, size_t length_bytes, const char *why)
{
    struct text_visit *visit = context;
    struct lesson_file *file = visit->file;
    struct location place = visit->node->location;
    const char *start = file->source->text + visit->node->start_bytes;
    size_t span = visit->node->end_bytes - visit->node->start_bytes;
    const char *found = length_bytes ? memmem(start, span, target, length_bytes) : NULL;
    if (found)
        place = source_location(file->source, (size_t)(found - file->source->text), length_bytes);
    lesson_error(file, place, "the link to '%.*s': %s", (int)(length_bytes > 80 ? 80 : length_bytes), target, why);
}

static void check_text(void *context, struct yaml_node *node)
{
    struct text_visit *visit = context;
    visit->node = node;
    links_check(visit->loading, node->text, bad_link, visit);
}

static void visit_below(struct yaml_node *node, void (*visit)(void *context, struct yaml_node *node), void *context)
{
    if (node->slot)
        visit(context, node);
    for (struct yaml_node *child = node->first; child; child = child->next)
        visit_below(child, visit, context); /* depth is at most YAML_DEPTH_MAX */
}

/* Visits the nodes that have a slot: every text of a file that came from a node. */
static void loading_visit_texts(struct lesson_file *file, void (*visit)(void *context, struct yaml_node *node),
                                void *context)
{
    if (file->root)
        visit_below(file->root, visit, context);
}

enum { WEEKS = 53 };

static bool counts_towards_week(const struct lesson *lesson)
{
    return lesson && lesson->core && !lesson->pack && lesson->week >= 0 && lesson->week < WEEKS;
}

static bool is_project(const struct lesson *lesson)
{
    static const char prefix[] = "project";
    return lesson->id && strncmp(lesson->id, prefix, sizeof prefix - 1) == 0;
}

/* Projects and assessments have time of their own beside the cores of the weeks. */
static bool has_own_time(const struct lesson *lesson)
{
    return lesson->kind == LESSON_ASSESSMENT || is_project(lesson);
}

static void check_project(struct loading *loading, const struct lesson_file *file)
{
    if (file->lesson->minutes > PROJECT_MINUTES_MAX)
        diagnostics_add(loading->diagnostics, DIAGNOSTIC_ERROR, file->source,
                        lesson_place(file, &file->lesson->minutes, file->lesson->location),
                        "a project of %d minutes; at most %d are allowed", file->lesson->minutes, PROJECT_MINUTES_MAX);
}

/* The lessons of a week share the problem, so none is left out. */
static void check_minutes(struct loading *loading)
{
    int minutes[WEEKS] = {0};
    for (size_t i = 0; i < loading->file_count; i++) {
        struct lesson_file *file = &loading->files[i];
        const struct lesson *lesson = file->lesson;
        if (!counts_towards_week(lesson))
            continue;
        if (is_project(lesson))
            check_project(loading, file);
        if (has_own_time(lesson))
            continue;
        int before = minutes[lesson->week];
        minutes[lesson->week] += lesson->minutes;
        if (before <= WEEK_CORE_MINUTES_MAX && minutes[lesson->week] > WEEK_CORE_MINUTES_MAX)
            diagnostics_add(loading->diagnostics, DIAGNOSTIC_ERROR, file->source,
                            lesson_place(file, &lesson->minutes, lesson->location),
                            "with this lesson the core of week %d is over %d minutes", lesson->week,
                            WEEK_CORE_MINUTES_MAX);
    }
}

void check_together(struct loading *loading)
{
    loading_index(loading);
    for (size_t i = 0; i < loading->file_count; i++) {
        struct lesson_file *file = &loading->files[i];
        if (!file->lesson)
            continue;
        check_unique(loading, file);
        check_references(loading, file);
        struct text_visit visit = {.file = file, .loading = loading};
        loading_visit_texts(file, check_text, &visit);
    }
    check_cycles(loading);
    check_minutes(loading);
}
