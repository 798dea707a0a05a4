/*
 * The one sentence of a verdict, and the lesson to read.
 *
 * diagnoses.def has a row per diagnosis, sentences.def has all other sentences. The verdict's
 * status selects the kind of row, and the first row that applies gives the sentence.
 */
#ifndef GRADER_DIAGNOSE_EXPLANATION_H
#define GRADER_DIAGNOSE_EXPLANATION_H

#include "curriculum/model.h"
#include "device/order.h"
#include "grader/pattern/pattern.h"
#include "grader/source/given_call.h"
#include "grader/source/source_todo.h"
#include "grader/value/sentence.h"
#include "grader/verdict.h"

struct explain_context {
    const struct curriculum *curriculum; /* may be NULL */
    const struct exercise *exercise;
    const struct observation *unsafe;    /* of the first unsafe case; NULL */
    const struct observation *stopped;   /* of the case that was stopped; NULL */
    const char *stopped_case;            /* "n=1"; NULL */
    const struct case_verdict *failing;  /* the most informative failing case; NULL: none */
    enum pattern_kind pattern;           /* of its first wrong buffer */
    enum vgpu_order order;               /* another one, in which the case goes wrong; else CANONICAL */
    const struct observation *reordered; /* of that case; NULL: none */
    const char *reordered_case;          /* "n=33" */
    const char *repeated_case;           /* that is wrong when it runs again in one module; NULL: none */
    const char *relation;                /* case_relation(); NULL */
    bool relation_is_far;                /* case_inits_are_far() */
    const char *stage;                   /* explain_stage(); NULL */
    int stage_line;                      /* of the launch in it; 0: none */
    const char *slip, *deciding;         /* as in struct grading; NULL */
    struct sentence word;                /* the same */
    int cut_line;                        /* cut_number.h, where floats alone make sense; 0: none */
    const char *idle_blocks;             /* idle_blocks_text(); NULL */
    struct source_todo todo;             /* parts of the starter that are open */
    const struct given_calls *calls;     /* given_call.h; NULL: none */
    struct given_call changed;           /* a given function that the learner has changed */
};

/* Whether a pattern shows the kind of mistake. Then the case that shows it best is reported. */
bool explain_knows_pattern(enum pattern_kind pattern);

/* Sets verdict->message, verdict->read and verdict->line. */
void explain(struct verdict *verdict, const struct explain_context *context);

#endif
