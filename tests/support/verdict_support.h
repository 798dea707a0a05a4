/* Verdicts as the grader gives them, for tests of their screens. */
#ifndef SUPPORT_VERDICT_SUPPORT_H
#define SUPPORT_VERDICT_SUPPORT_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "timeline_support.h"
#include "tui/shell/shell.h"

static const char verdict_support_source[] = "//! launch first(a, n) grid=(n+255)/256 block=256\n"
                                             "\n"
                                             "extern \"C\" __global__ void first(float *a, int n)\n"
                                             "{\n"
                                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                             "    a[i * 8 % n] = 2.0f; // a comment that makes this line a long one\n"
                                             "}\n";

static inline struct verdict *verdict_support_new(enum verdict_status status)
{
    struct verdict *verdict = verdict_new();
    verdict->status = status;
    verdict->exercise = "first";
    verdict->file = "first.cu";
    verdict->device = "virtual";
    verdict->architecture = "h100";
    verdict->seed = 42;
    verdict->elapsed_ns = 87200000;
    verdict->certifiable = true;
    snprintf(verdict->source_sha256, sizeof verdict->source_sha256, "%064d", 1);
    verdict->resource_count = 1;
    verdict->resources = ARENA_NEW(verdict->arena, struct kernel_resources);
    verdict->resources[0].kernel = "first";
    verdict->resources[0].registers = 8;
    verdict->case_count = verdict->right_count = 4;
    verdict->cases = ARENA_ARRAY(verdict->arena, 4, struct case_verdict);
    static const char *const names[] = {"n=1", "n=33", "n=257", "n=4096"};
    for (int i = 0; i < 4; i++)
        verdict->cases[i] = (struct case_verdict){.name = names[i], .ran = true, .right = true};
    verdict->message = "";
    return verdict;
}

static inline void verdict_support_heat(struct verdict *verdict)
{
    struct observation *observation = verdict->observation;
    struct kernel_observation *kernel = ARENA_NEW(observation->arena, struct kernel_observation);
    kernel->kernel = "first";
    kernel->launches = 1;
    kernel->line_count = 2;
    kernel->lines = ARENA_ARRAY(observation->arena, 2, struct line_counters);
    kernel->lines[0].line = 5;
    kernel->lines[1].line = 6;
    kernel->lines[0].values[VGPU_COUNTER_GLOBAL_LOAD_SECTORS] = 6;
    kernel->lines[1].values[VGPU_COUNTER_GLOBAL_STORE_SECTORS] = 94;
    kernel->totals[VGPU_COUNTER_GLOBAL_LOAD_SECTORS] = 6;
    kernel->totals[VGPU_COUNTER_GLOBAL_STORE_SECTORS] = 94;
    observation->kernels = kernel;
    observation->kernel_count = 1;
}

static inline struct verdict *verdict_support_gate(void)
{
    struct verdict *verdict = verdict_support_new(VERDICT_GATE);
    verdict_support_heat(verdict);
    verdict->gate_count = 1;
    verdict->gates = ARENA_NEW(verdict->arena, struct gate_verdict);
    verdict->gates[0] = (struct gate_verdict){
        .counter = "excess_store_sectors",
        .value = 8,
        .limit = 1.1,
        .is_max = true,
        .line = 6,
        .line_share = 0.94,
        .lesson = "w01-first",
        .message = "Line 6 stores 8.0x as many sectors as needed (limit 1.1x)",
    };
    verdict->message = "Line 6 stores with a stride of 8: the 32 lanes of a warp touch 32 sectors for 128 bytes.";
    verdict->read = "w01-first";
    return verdict;
}

static inline struct verdict *verdict_support_plan(void)
{
    struct verdict *verdict = verdict_support_gate();
    verdict_keep_timeline(verdict, &timeline_support_plan, "n=4096");
    return verdict;
}

static inline struct verdict *verdict_support_wrong(void)
{
    struct verdict *verdict = verdict_support_new(VERDICT_WRONG);
    verdict->right_count = 3;
    verdict->cases[1].right = false;
    verdict->cases[1].wrong_count = 1;
    verdict->cases[1].wrong = ARENA_NEW(verdict->arena, struct wrong_buffer);
    struct wrong_buffer *wrong = &verdict->cases[1].wrong[0];
    *wrong = (struct wrong_buffer){.parameter = "a",
                                   .element_count = 33,
                                   .wrong_count = 1,
                                   .unwritten_count = 1,
                                   .first_count = 1,
                                   .pattern = "every element from 32 on: the last, partial block"};
    wrong->first[0] = (struct wrong_element){
        .index = 32, .position = "[32]", .expected = 2, .got = NAN, .ulps = UINT64_MAX, .never_written = true};
    snprintf(wrong->first[0].owner, sizeof wrong->first[0].owner, "thread (0,0,0) of block (1,0,0)");
    verdict->smallest_failing = &verdict->cases[1];
    verdict->message = "The last, partial block is never written.";
    return verdict;
}

static inline struct verdict *verdict_support_compile_error(void)
{
    struct verdict *verdict = verdict_support_new(VERDICT_COMPILE_ERROR);
    struct location location = {.line = 6, .column = 5, .length = 1};
    verdict->resource_count = 0;
    verdict->case_count = verdict->right_count = 0;
    diagnostics_add(verdict->diagnostics, DIAGNOSTIC_ERROR, NULL, location, "identifier \"j\" is undefined");
    diagnostics_hint(verdict->diagnostics, "the index is called i");
    verdict->message = "It does not compile: identifier \"j\" is undefined, line 6.";
    return verdict;
}

static inline struct verdict *verdict_support_pass(void)
{
    struct verdict *verdict = verdict_support_new(VERDICT_PASS);
    verdict_support_heat(verdict);
    verdict->message = "As fast as the memory: nothing is left to gain.";
    return verdict;
}

/* Answers submission `ticket` as the grader does, and records the verdict in the store. */
static inline void verdict_support_give(struct shell *shell, struct verdict *verdict, uint64_t ticket)
{
    struct grading_event event = {
        .kind = GRADING_VERDICT,
        .ticket = ticket,
        .exercise = shell->open.exercise,
        .verdict = verdict,
        .source = {"first.cu", verdict_support_source, sizeof verdict_support_source - 1},
    };
    file_write_atomic(shell->open.path, verdict_support_source, sizeof verdict_support_source - 1, NULL);
    shell->open.ticket = ticket;
    open_exercise_take_event(shell, &event);
}

#endif
