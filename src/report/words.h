/*
 * The sentences of a verdict: what every writer for people and the shell say, in the same words and in the learner's
 * language. JSON is written without them.
 */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "base/buffer.h"
#include "grader/verdict.h"

/* "gate not met": the status as a heading says it; not translated yet, as the names of the parts are not. */
const char *report_status_words(enum verdict_status status);

/* "modelled for H100", "measured on NVIDIA H100", "not run" where no device was reached: where the verdict comes from.
 */
void report_append_origin(const struct verdict *verdict, struct buffer *out);

/* "right: 9 of 10 cases, fails at n=33": the parts of a verdict, one line each, without markup or line end. */
void report_append_compiles(const struct verdict *verdict, struct buffer *out);
void report_append_safe(const struct verdict *verdict, struct buffer *out);
void report_append_right(const struct verdict *verdict, struct buffer *out);
void report_append_structure(const struct verdict *verdict, struct buffer *out);
void report_append_speed(const struct verdict *verdict, struct buffer *out);

/* A part is reached once those before it are satisfied. */
struct report_part {
    const char *name;
    bool is_told; /* it was reached, or has something to say anyway: the time of a kernel that misses a gate */
    enum { REPORT_PART_PASSED, REPORT_PART_FAILED, REPORT_PART_NOT_REACHED } state;
    void (*append)(const struct verdict *verdict, struct buffer *out);
};
enum { REPORT_PART_COUNT = 5 };
void report_parts(const struct verdict *verdict, struct report_part out_parts[REPORT_PART_COUNT]);

#endif
