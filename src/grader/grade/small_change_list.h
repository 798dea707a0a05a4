/* The list of small changes while it grows. */
#ifndef GRADER_GRADE_SMALL_CHANGE_LIST_H
#define GRADER_GRADE_SMALL_CHANGE_LIST_H

#include "grader/grade/small_change.h"
#include "grader/source/source_quiet.h"

struct small_changes {
    const struct source *source, *reference;
    struct small_change *items;
    size_t count, most;
    struct arena *arena;
};

/* Adds the change, unless it is there or the list is full. */
void small_change_add(struct small_changes *list, struct small_change change);

/* The source with blanks for comments and indices, and for the heads of loops and branches. */
struct source small_change_plain(const struct small_changes *list);

/* The last statement before `*end`, which moves on, that does not compute whole numbers. */
bool small_change_next_statement(const struct source *plain, size_t *end, struct source_stretch *out);

/* The end of `expf(-x)`, `row[i]`, `h.rate`, `(a + b)` or `-2.0f`; `at` itself: there is none. */
size_t small_change_operand_end(const struct source *source, size_t at);

void small_change_add_members(struct small_changes *list);
void small_change_add_comparisons(struct small_changes *list);
void small_change_add_signs(struct small_changes *list);

/* Of each kind, the last statements come first: a result's formula is near the end. */
void small_change_add_terms(struct small_changes *list);
void small_change_add_factors(struct small_changes *list);
void small_change_add_recomputed(struct small_changes *list);
void small_change_add_products(struct small_changes *list);
void small_change_add_merges(struct small_changes *list);
void small_change_add_mirrors(struct small_changes *list);
void small_change_add_calls(struct small_changes *list);
void small_change_add_quotients(struct small_changes *list);
void small_change_add_squares(struct small_changes *list);
void small_change_add_assignments(struct small_changes *list);

#endif
