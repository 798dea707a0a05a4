/* The head of a lab's kernel: the parameters, as YAML in lines that begin with `//?`. */
#ifndef CURRICULUM_READ_KERNEL_HEAD_H
#define CURRICULUM_READ_KERNEL_HEAD_H

#include "curriculum/read/lesson_file.h"

/* How many lines the head has; 0: there is none. */
int kernel_head_lines(const struct source *source);

/*
 * Fills the parameters of `out_exercise`. `head` has an arena and diagnostics; its places and its
 * mistakes are those of the head. False after reporting.
 */
bool kernel_head_read(struct lesson_file *head, const struct source *source, struct exercise *out_exercise);

#endif
