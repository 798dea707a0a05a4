/* Draws the items of an assessment. */
#include "app/assessment/assessment_draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum draw_stream { STREAM_QUIZZES = 1, STREAM_EXERCISES = 2, STREAM_PREDICTIONS = 3 };
enum { KERNEL_WEIGHT = 2 }; /* questions that a kernel stands for, when questions spread over the areas */

struct candidate {
    int index; /* of a step, or of a prediction */
    const char *area;
    int known;
    bool is_taken;
    uint64_t key;
};

static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->known != b->known)
        return a->known < b->known ? -1 : 1;
    return (a->key > b->key) - (a->key < b->key);
}

struct candidates {
    struct candidate *items;
    size_t count;
};

static int taken_of_area(const struct candidates *candidates, const char *area)
{
    int taken = 0;
    for (size_t i = 0; candidates && i < candidates->count; i++)
        taken += candidates->items[i].is_taken && strcmp(candidates->items[i].area, area) == 0;
    return taken;
}

/* The first candidate, in drawn order, of the area with the fewest items. */
static struct candidate *take_next(struct candidates *candidates, const struct candidates *kernels)
{
    struct candidate *best = NULL;
    int least = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *one = &candidates->items[i];
        int taken = taken_of_area(candidates, one->area) + KERNEL_WEIGHT * taken_of_area(kernels, one->area);
        if (one->is_taken || (best && (one->known > best->known || taken >= least)))
            continue;
        best = one;
        least = taken;
    }
    if (best)
        best->is_taken = true;
    return best;
}

struct drawing {
    const struct lesson *pool;
    uint64_t seed;
    const int *known;
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

static const char *area_of(const struct step *step)
{
    const char *area = step->kind == STEP_QUIZ ? step->quiz.area : step->exercise->area;
    return area ? area : "";
}

/* The questions or the kernels of the pool, in drawn order. */
static struct candidates candidates_of(const struct drawing *drawing, enum step_kind kind, enum draw_stream stream)
{
    const struct lesson *pool = drawing->pool;
    struct candidates found = {.items = ARENA_ARRAY(drawing->arena, pool->step_count, struct candidate)};
    for (size_t i = 0; i < pool->step_count; i++)
        if (pool->steps[i].kind == kind)
            found.items[found.count++] = (struct candidate){.index = (int)i,
                                                            .area = area_of(&pool->steps[i]),
                                                            .known = drawing->known ? drawing->known[i] : 0,
                                                            .key = random_at(drawing->seed, stream, i)};
    qsort(found.items, found.count, sizeof *found.items, compare_candidates);
    return found;
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

struct assessment_item *assessment_draw(const struct lesson *pool, uint64_t seed, const int *known, struct arena *arena,
                                        size_t *out_count)
{
    const struct draw *draw = &pool->draw;
    size_t most = (size_t)draw->quizzes + (size_t)draw->exercises * (1 + (size_t)draw->predictions);
    struct drawing drawing = {.pool = pool,
                              .seed = seed,
                              .known = known,
                              .arena = arena,
                              .items = ARENA_ARRAY(arena, most, struct assessment_item)};
    struct candidates quizzes = candidates_of(&drawing, STEP_QUIZ, STREAM_QUIZZES);
    struct candidates kernels = candidates_of(&drawing, STEP_EXERCISE, STREAM_EXERCISES);
    int *steps = ARENA_ARRAY(arena, (size_t)draw->exercises + 1, int);
    for (int i = 0; i < draw->exercises; i++)
        steps[i] = take_next(&kernels, NULL)->index;
    for (int i = 0; i < draw->quizzes; i++)
        add_item(&drawing, ASSESSMENT_QUIZ, take_next(&quizzes, &kernels)->index, 0);
    for (int i = 0; i < draw->exercises; i++) {
        add_item(&drawing, ASSESSMENT_EXERCISE, steps[i], 0);
        draw_predictions(&drawing, steps[i]);
    }
    *out_count = drawing.count;
    return drawing.items;
}
