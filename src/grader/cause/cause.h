/*
 * The one slip of the source that explains a verdict which is not right. The verdict begins with
 * it. Then only the fact follows, without advice: a second cause would be wrong.
 */
#ifndef GRADER_CAUSE_CAUSE_H
#define GRADER_CAUSE_CAUSE_H

#include "curriculum/model.h"
#include "grader/pattern/pattern.h"
#include "grader/value/sentence.h"
#include "grader/verdict.h"

/* What a slip that can be intended must agree with. */
struct cause_evidence {
    const struct exercise *exercise;  /* NULL: unknown */
    const struct wrong_buffer *wrong; /* NULL: the verdict is about another thing than wrong values */
    enum pattern_kind pattern;        /* of `wrong` */
    bool is_unsafe;
    bool is_misplaced; /* an element is never written, or several threads store it */
    int64_t begin;     /* the first index that is used, where it must be 0; 0: unknown */
};

/* No text: there is none. */
struct sentence cause_find(const struct verdict *verdict, const struct cause_evidence *evidence);

/* The same of a right kernel that does too much. */
struct sentence cause_find_of_work(const struct verdict *verdict);

/* The cause, and the first sentence of `said`, which is a fact. */
const char *cause_with_fact(const struct verdict *verdict, const struct sentence *cause, const char *said);

#endif
