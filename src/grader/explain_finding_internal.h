/* Sentences about findings: rows FINDING_DIAGNOSIS of diagnoses.def. */
#ifndef GRADER_EXPLAIN_FINDING_INTERNAL_H
#define GRADER_EXPLAIN_FINDING_INTERNAL_H

#include "base/arena.h"
#include "device/observation.h"
#include "grader/explain_internal.h"

struct sentence {
    const char *text;   /* NULL: nothing to say */
    const char *lesson; /* part of a lesson's id; "" none */
};

/* Tells the main finding of `told`; `all` holds the findings of every case. */
struct sentence explain_finding(struct arena *arena, const struct observation *told, const struct observation *all,
                                const char *case_text);

#endif
