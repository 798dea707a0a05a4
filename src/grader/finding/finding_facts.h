/*
 * What the source, the plan and the run say about a finding. It is read once, and all refinements
 * and the sentence choose from it.
 *
 * Without a source, or for a finding without a line or a buffer, facts are unknown.
 */
#ifndef GRADER_FINDING_FINDING_FACTS_H
#define GRADER_FINDING_FINDING_FACTS_H

#include "grader/finding/finding_sentence.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_slip.h"

/* A variable of the index that a condition keeps below a bound. */
struct finding_reach {
    int line; /* of the condition; 0: none */
    const char *variable, *bound;
    const char *limit; /* the size that it must stay below; NULL: unknown */
};

/* An index of a shared array that is threadIdx alone, and goes beyond the declared size. */
struct finding_axis {
    int axis; /* 0 for x; -1: none */
    unsigned long last, size;
};

struct finding_facts {
    const struct finding_view *view;
    const struct vgpu_finding *finding;
    const struct source *source;               /* NULL: unknown */
    const char *line_text;                     /* the finding's line; "": unknown */
    const struct parameter *parameter;         /* the exercise's buffer; NULL: the plan's own, or shared memory */
    const char *kernel;                        /* "rows_of", also of a template; "": unknown */
    const struct kernel_observation *launches; /* of the kernel; NULL: unknown */
    uint64_t block_threads;                    /* of the kernel; 0: unknown */
    const char *left_out;                      /* an element that the reported case never writes; NULL: none */

    /* The index of the buffer on the finding's line. */
    const char *index;               /* "i + 1"; "": unknown, or one of several */
    const char *index_value;         /* the index, or its value if it is a variable; "": unknown */
    const char *fixed_index;         /* `turn` of tile[turn][y][x], if it is 0 in all rounds; NULL: another index */
    const char *pitch;               /* the size that it multiplies by instead of the width; NULL: none */
    struct finding_axis axis;        /* that leaves a shared array */
    struct source_guard_bound bound; /* the condition that bounds it wrongly */
    struct finding_reach reach;      /* `bound` is a size that the buffer does not have */
    struct finding_reach kept;       /* another variable than the index stays below the length */
    struct finding_reach total;      /* of a matrix, below the number of all elements: `i < h * w` */

    /*
     * The row or the column of a matrix's element that runs too far. A condition keeps it below
     * another size. Or the other part is small enough (line 0). `variable` is NULL if there is
     * none.
     */
    struct finding_reach side;

    /* The plan. */
    int launch_line;                     /* the only one of the kernel; 0: there are several, or none */
    struct source_launch_found instance; /* a template made for a number that no size of the case has */
    struct source_launch_found writer;   /* passes the buffer, before this kernel or after it */
    struct source_slip_table table;      /* one buffer where the kernel takes a table of addresses */
};

/* Texts are allocated in the arena. */
struct finding_facts finding_facts_of(const struct finding_view *view, const struct vgpu_finding *finding,
                                      struct arena *arena);

bool finding_has_buffer(const struct vgpu_finding *finding);

/* The exercise's buffer; NULL: it is the plan's own, or shared memory. */
const struct parameter *finding_parameter(const struct vgpu_finding *finding, const struct exercise *exercise);

/*
 * A size of the exercise's buffer that no line of the plan uses. Then neither a grid nor a kernel
 * follows it. NULL: none.
 */
const char *finding_unused_size(const struct source *source, const struct exercise *exercise, const char *buffer,
                                struct arena *arena);

#endif
