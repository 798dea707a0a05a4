/* Draws the items of an assessment. */
#include "app/assessment/assessment_draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum draw_stream { STREAM_QUIZZES = 1, STREAM_EXERCISES = 2, STREAM_PREDICTIONS = 3 };

struct candidate {
    int index; /* of a step, or of a prediction */
    const char *area;
    bool is_known, is_taken;
    uint64_t key;
};

static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->is_known != b->is_known)
        return a->is_known ? 1 : -1;
    return (a->key > b->key) - (a->key < b->key);
}

static int taken_of_area(const struct candidate *candidates, size_t count, const char *area)
{
    int taken = 0;
    for (size_t i = 0; i < count; i++)
        taken += candidates[i].is_taken && strcmp(candidates[i].area, area) == 0;
    return taken;
}

/* The first candidate, in drawn order, of the area with the fewest items. */
static struct candidate *take_next(struct candidate *candidates, size_t count)
{
    struct candidate *best = NULL;
    int least = 0;
    for (size_t i = 0; i < count; i++) {
        int taken = taken_of_area(candidates, count, candidates[i].area);
        if (candidates[i].is_taken || (best && (candidates[i].is_known > best->is_known || taken >= least)))
            continue;
        best = &candidates[i];
        least = taken;
    }
    if (best)
        best->is_taken = true;
    return best;
}

struct drawing {
    const struct lesson *pool;
    uint64_t seed;
    struct arena *arena;
    struct assessment_item *items;
    size_t count;
};

static void add_item(struct drawing *drawing, enum assessment_item_kind kind, int step, int part)
{
    drawing->items[drawing->count] = (struct assessment_item){
        .number = (int)drawing->count + 1,
        .kind = kind,
        .step = step,
        .part = part,
        .points = kind == ASSESSMENT_EXERCISE ? ASSESSMENT_POINTS_EXERCISE : ASSESSMENT_POINTS_ANSWER,
    };
    drawing->count++;
}

static void draw_quizzes(struct drawing *drawing)
{
    const struct lesson *pool = drawing->pool;
    struct candidate *candidates = ARENA_ARRAY(drawing->arena, pool->step_count, struct candidate);
    size_t count = 0;
    for (size_t i = 0; i < pool->step_count; i++) {
        const char *area = pool->steps[i].kind == STEP_QUIZ ? pool->steps[i].quiz.area : NULL;
        if (pool->steps[i].kind == STEP_QUIZ)
            candidates[count++] = (struct candidate){
                .index = (int)i, .area = area ? area : "", .key = random_at(drawing->seed, STREAM_QUIZZES, i)};
    }
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    for (int i = 0; i < pool->draw.quizzes; i++)
        add_item(drawing, ASSESSMENT_QUIZ, take_next(candidates, count)->index, 0);
}

/* Predictions about a barrier come first, since few kernels have one. */
static uint64_t prediction_key(const struct drawing *drawing, int step, size_t part)
{
    const struct predict *predict = &drawing->pool->steps[step].exercise->predictions[part];
    if (strcmp(predict->counter, PREDICT_WITHOUT_BARRIER) == 0)
        return 0;
    return random_at(drawing->seed, STREAM_PREDICTIONS, (uint64_t)step << 8 | part);
}

static void draw_predictions(struct drawing *drawing, int step)
{
    size_t count = drawing->pool->steps[step].exercise->prediction_count;
    struct candidate *candidates = ARENA_ARRAY(drawing->arena, count, struct candidate);
    for (size_t i = 0; i < count; i++)
        candidates[i] = (struct candidate){.index = (int)i, .area = "", .key = prediction_key(drawing, step, i)};
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    for (int i = 0; i < drawing->pool->draw.predictions; i++)
        add_item(drawing, ASSESSMENT_PREDICT, step, candidates[i].index);
}

struct assessment_item *assessment_draw(const struct lesson *pool, uint64_t seed,
                                        bool (*is_known)(void *context, const struct exercise *exercise), void *context,
                                        struct arena *arena, size_t *out_count)
{
    const struct draw *draw = &pool->draw;
    size_t most = (size_t)draw->quizzes + (size_t)draw->exercises * (1 + (size_t)draw->predictions);
    struct drawing drawing = {
        .pool = pool, .seed = seed, .arena = arena, .items = ARENA_ARRAY(arena, most, struct assessment_item)};
    draw_quizzes(&drawing);
    struct candidate *candidates = ARENA_ARRAY(arena, pool->step_count, struct candidate);
    size_t count = 0;
    for (size_t i = 0; i < pool->step_count; i++) {
        if (pool->steps[i].kind != STEP_EXERCISE)
            continue;
        const struct exercise *exercise = pool->steps[i].exercise;
        candidates[count++] = (struct candidate){.index = (int)i,
                                                 .area = exercise->area ? exercise->area : "",
                                                 .is_known = is_known && is_known(context, exercise),
                                                 .key = random_at(seed, STREAM_EXERCISES, i)};
    }
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    for (int i = 0; i < draw->exercises; i++) {
        int step = take_next(candidates, count)->index;
        add_item(&drawing, ASSESSMENT_EXERCISE, step, 0);
        draw_predictions(&drawing, step);
    }
    *out_count = drawing.count;
    return drawing.items;
}
