/* Sentences about findings: rows FINDING_DIAGNOSIS of diagnoses.def. */
#ifndef GRADER_FINDING_FINDING_SENTENCE_H
#define GRADER_FINDING_FINDING_SENTENCE_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "curriculum/model.h"
#include "device/observation.h"
#include "grader/value/sentence.h"
#include "grader/verdict.h"

/* The reported case, and all cases together: the count of a finding shows the kind of mistake. */
struct finding_view {
    const struct observation *reported, *all;
    const struct source *source;      /* the learner's file; NULL: unknown */
    const char *case_text;            /* the name of the reported case: "n = 33" */
    const struct exercise *exercise;  /* NULL: unknown */
    const struct given_calls *calls;  /* given_call.h; NULL: none */
    const struct case_verdict *given; /* the reported case; NULL: its results are not known */
};

struct finding_facts;

/* A sentence about the main finding of `view->reported`. */
struct sentence finding_sentence(struct arena *arena, const struct finding_view *view);

/* The sentence of a row with its fields filled. */
const char *finding_sentence_expand(struct arena *arena, const char *sentence, const struct finding_facts *facts);

#endif
