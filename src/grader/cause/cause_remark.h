/* Remarks on parts of the source that may be intended, beside a verdict without a cause. */
#ifndef GRADER_CAUSE_CAUSE_REMARK_H
#define GRADER_CAUSE_CAUSE_REMARK_H

#include "grader/verdict.h"

/* `said`, and the remarks. */
const char *cause_remark_add(const struct verdict *verdict, const char *said);

/* For a kernel that passes, too: after a remark on a launch line that does not divide a size. */
const char *cause_remark_after_quotient(const struct verdict *verdict, const char *said);

#endif
