/* The list of small changes while it grows. */
#ifndef GRADER_GRADE_SMALL_CHANGE_LIST_H
#define GRADER_GRADE_SMALL_CHANGE_LIST_H

#include "grader/grade/small_change.h"

struct small_changes {
    const struct source *source, *reference;
    struct small_change *items;
    size_t count, most;
    struct arena *arena;
};

/* Adds the change, unless it is there or the list is full. */
void small_change_add(struct small_changes *list, struct small_change change);

void small_change_add_members(struct small_changes *list);
void small_change_add_comparisons(struct small_changes *list);
void small_change_add_signs(struct small_changes *list);

/*
 * Signs of terms come first, as they are mistaken most. Of each kind, the last statements come
 * first: a result's formula is near the end.
 */
void small_change_add_operators(struct small_changes *list);

#endif
