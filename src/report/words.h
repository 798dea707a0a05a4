/*
 * The sentences of a verdict, in the learner's language. Every writer for people and the shell use
 * the same words. JSON does not use them.
 */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "base/buffer.h"
#include "grader/verdict.h"

/* The words for a whole verdict. A refused launch is a launch error and not a crash. */
const char *report_verdict_words(const struct verdict *verdict);

/*
 * The status in the record of attempts: that of the verdict, or "launch_error". So lists of
 * attempts have the words of the verdict without reading it. NULL: no verdict is recorded so.
 */
const char *report_recorded_status(const struct verdict *verdict);
const char *report_recorded_words(const char *recorded_status);

/* "H100", or "H100 over PCIe": the name of a modelled GPU as `--arch` and `--link` give it. */
void report_append_architecture(const char *name, struct buffer *out);

/*
 * The origin of a verdict: "modelled for H100", "measured on NVIDIA H100", "not run" if no device
 * was reached.
 */
void report_append_origin(const struct verdict *verdict, struct buffer *out);

/* "12.3 us, 0.97x the solution's speed" of an available time. */
void report_append_speed(const struct time_verdict *time, struct buffer *out);

/* A part is reached once all earlier ones are satisfied. */
struct report_part {
    const char *name;
    /* it was reached, or is worth reporting anyway: the time of a kernel that misses a gate */
    bool is_reported;
    enum { REPORT_PART_PASSED, REPORT_PART_FAILED, REPORT_PART_NOT_REACHED } state;
    /* "9 of 10 cases, fails at n=33": its words in one line, without markup or line end */
    void (*append)(const struct verdict *verdict, struct buffer *out);
};
enum { REPORT_PART_COUNT = 5 };
void report_parts(const struct verdict *verdict, struct report_part out_parts[REPORT_PART_COUNT]);

#endif
