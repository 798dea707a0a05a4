/*
 * Sentences of verdicts, from the table sentences.def.
 */
#ifndef GRADER_VALUE_SENTENCE_H
#define GRADER_VALUE_SENTENCE_H

#include "base/arena.h"
#include "grader/value/template.h"

enum sentence_id {
#define SENTENCE(id, sentence, lesson) SENTENCE_##id,
#include "grader/value/sentences.def"
    SENTENCE_COUNT
};

struct sentence {
    const char *text;   /* NULL: nothing to say */
    const char *lesson; /* part of a lesson's id; "" none */
    int line;           /* the first line in the text; 0: none */
};

/* The row of the table, with unfilled fields. */
struct sentence sentence_row(enum sentence_id id);

/*
 * A row with its fields filled, in the arena. FIELDS({"line", "12"}, {"case", "n = 33"}) gives the
 * last two arguments.
 */
struct sentence sentence_fill(struct arena *arena, enum sentence_id id, const struct template_field *fields,
                              size_t field_count);
const char *sentence_text(struct arena *arena, enum sentence_id id, const struct template_field *fields,
                          size_t field_count);

/*
 * The same as a told sentence (base/told.h), for the worker, which has no languages. A value can be
 * a told sentence itself. Returns the length.
 */
size_t sentence_tell(char *out, size_t capacity, enum sentence_id id, const struct template_field *fields,
                     size_t field_count);

#define FIELDS(...)                               \
    (const struct template_field[]){__VA_ARGS__}, \
        sizeof((const struct template_field[]){__VA_ARGS__}) / sizeof(struct template_field)

#endif
