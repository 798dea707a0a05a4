/*
 * Parts of sentences: numbers, cases and lines of the learner's file as text. All are allocated in
 * the arena.
 */
#ifndef GRADER_VALUE_PHRASE_H
#define GRADER_VALUE_PHRASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "plan/parameter.h"

const char *phrase_integer(struct arena *arena, int64_t value);
const char *phrase_count(struct arena *arena, uint64_t value);

/* With so many significant digits, or "NaN". */
const char *phrase_number(struct arena *arena, double value, int digits);
/* As text_format_factor: "2,860". */
const char *phrase_factor(struct arena *arena, double value);

/* The fewest digits that stand for these bits alone: 94.4 for the f32 next to it. */
const char *phrase_stored(struct arena *arena, enum dtype dtype, uint64_t bits);

/* Whole numbers in full. Others with so many digits, or as many as tell it from `other`. */
const char *phrase_distinct(struct arena *arena, double value, double other, int digits);

/* "h=4 w=7" -> "h = 4, w = 7"; parentheses keep their content: "a=uniform(0, 1)" */
const char *phrase_case(struct arena *arena, const char *name);

/* The first letter as a capital, if it begins a word and not a name of the code. */
const char *phrase_capitalised(struct arena *arena, const char *text);

/* The compiler's message without the list of failed attempts at its end. */
const char *phrase_diagnostic(struct arena *arena, const struct diagnostic *diagnostic);

/* With a full stop if it lacks an end mark. */
const char *phrase_ended(struct arena *arena, const char *text);

/* One sentence after another, with a blank between them if their language has blanks. */
const char *phrase_joined(struct arena *arena, const char *text, const char *more);

/* The first sentence alone. */
const char *phrase_first(struct arena *arena, const char *text);

/* A buffer of one of several devices: "rank 1's y". */
const char *phrase_of_rank(struct arena *arena, int rank, const char *buffer);

/* A line of the learner's file without its end; "": there is none. `source` may be NULL. */
const char *phrase_source_line(struct arena *arena, const struct source *source, int line);

#endif
