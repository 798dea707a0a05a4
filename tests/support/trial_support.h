/* Trials as the grader gives them, for tests of their screens. */
#ifndef SUPPORT_TRIAL_SUPPORT_H
#define SUPPORT_TRIAL_SUPPORT_H

#include <math.h>

#include "tui/screens/trial/trial.h"

static inline struct trial *trial_support_new(const char *case_name, uint32_t block)
{
    struct arena *arena = arena_new();
    struct trial *trial = ARENA_NEW(arena, struct trial);
    *trial = (struct trial){.arena = arena,
                            .case_name = case_name,
                            .plan = "launch first(a, n) grid=(n+255)/256 block=256",
                            .block = block,
                            .ran = true,
                            .compared = true,
                            .registers = 8,
                            .microseconds = 512.0 / block,
                            .observation = observation_new()};
    struct kernel_observation *kernel = ARENA_NEW(trial->observation->arena, struct kernel_observation);
    kernel->kernel = "first";
    kernel->launches = 1;
    kernel->totals[VGPU_COUNTER_WARP_INSTRUCTIONS] = 40 * 8;
    kernel->totals[VGPU_COUNTER_GLOBAL_STORE_SECTORS] = 100 * block;
    trial->observation->kernels = kernel;
    trial->observation->kernel_count = 1;
    trial->buffers = ARENA_ARRAY(arena, 2, struct trial_buffer);
    return trial;
}

static inline struct trial_buffer *trial_support_buffer(struct trial *trial, const char *name, int rank, uint64_t rows,
                                                        uint64_t columns)
{
    struct trial_buffer *buffer = &trial->buffers[trial->buffer_count++];
    *buffer = (struct trial_buffer){.name = name, .rank = rank, .shape = {rows, columns}};
    if (rank == 1)
        buffer->shape[0] = rows * columns;
    buffer->count = buffer->shown = rows * columns;
    return buffer;
}

static inline double *trial_support_values(struct trial *trial, uint64_t count, double factor)
{
    double *values = ARENA_ARRAY(trial->arena, count, double);
    for (uint64_t i = 0; i < count; i++)
        values[i] = (double)i * factor;
    return values;
}

/* A matrix of 6 rows and 20 columns, and a vector of 40 with three wrong elements. */
static inline struct trial *trial_support_wrong(void)
{
    struct trial *trial = trial_support_new("h=6 w=20", 256);
    struct trial_buffer *in = trial_support_buffer(trial, "x", 2, 6, 20);
    in->initial = trial_support_values(trial, 120, 0.25);
    struct trial_buffer *out = trial_support_buffer(trial, "a", 1, 4, 10);
    out->got = trial_support_values(trial, 40, 1.5);
    out->expected = trial_support_values(trial, 40, 1.5);
    out->marks = ARENA_ARRAY(trial->arena, 40, uint64_t);
    out->marks[3] = out->marks[17] = TRIAL_WRONG;
    out->marks[39] = TRIAL_WRONG | TRIAL_UNWRITTEN;
    out->got[3] = -1;
    out->got[17] = NAN;
    trial->wrong_count = 3;
    return trial;
}

static inline struct trial *trial_support_right(uint32_t block)
{
    struct trial *trial = trial_support_new("n=33", block);
    struct trial_buffer *out = trial_support_buffer(trial, "a", 1, 3, 11);
    out->got = trial_support_values(trial, 33, 2);
    out->expected = trial_support_values(trial, 33, 2);
    out->marks = ARENA_ARRAY(trial->arena, 33, uint64_t);
    trial->right = true;
    return trial;
}

#endif
