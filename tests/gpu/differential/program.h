/*
 * A random program: one kernel that stores every result, so a difference names its instruction.
 *
 * The kernel takes (inputs, outputs, memory). Inputs and outputs are arrays [slot][thread] of 8
 * bytes, with the thread's number in the grid. Atomics share the PROGRAM_MEMORY_BYTES of memory.
 * Only guarded instructions and loops write a register twice. A step is a written register and its
 * output slot.
 */
#ifndef DIFFERENTIAL_PROGRAM_H
#define DIFFERENTIAL_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "forms.h"

enum {
    PROGRAM_SLOTS_MAX = 96,
    PROGRAM_INPUTS_MAX = 48,
    PROGRAM_VALUES_MAX = 320,
    PROGRAM_SOURCES_MAX = 24,
    PROGRAM_THREADS_MAX = 256,
    PROGRAM_TEXT_BYTES = 64 << 10,
    PROGRAM_MEMORY_BYTES = 8192, /* the first half is shared, the second has a word per thread */
};

/* Letters as in forms.def and matrices.def. 'm' and 'e' are metadata of sparse products. */
struct program_value {
    char kind;
    char class;        /* the register's width: h, r, d, p */
    unsigned number;   /* of the register */
    int input, output; /* slot, or -1 */
};

struct program_step {
    char text[160];
    int value; /* index of the value that it writes */
    int sources[PROGRAM_SOURCES_MAX], source_count;
    const char *rule; /* spelling of an approximate instruction; NULL: exact */
    bool in_loop;
};

struct program {
    uint64_t seed, index;
    char name[32];
    uint32_t grid, block[3], threads; /* threads of the whole grid */
    char input_kinds[PROGRAM_INPUTS_MAX];
    int input_count, output_count;
    struct program_value values[PROGRAM_VALUES_MAX];
    int value_count;
    struct program_step steps[PROGRAM_SLOTS_MAX];
    int step_count;
    uint32_t memory_regions; /* regions of the shared half in use */
    char *text;
    size_t text_bytes;
};

/* The random numbers that make a program: splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
uint64_t random_next(uint64_t *state);
uint32_t random_below(uint64_t *state, uint32_t bound);
static inline bool random_one_in(uint64_t *state, uint32_t count)
{
    return random_below(state, count) == 0;
}

/* The start of all modules: version, tables in constant memory, functions. */
extern const char program_preamble[];

/*
 * Makes program `index` of a seed. program_free() frees its text. With `form`, the program holds
 * that instruction only, several times.
 */
void program_make(struct program *out_program, const struct form_list *forms, uint64_t seed, uint64_t index,
                  const struct form *form);
void program_free(struct program *program);

struct matrix_form;

/* Makes a program of matrix products of one kind. */
void program_make_matrix(struct program *out_program, uint64_t seed, uint64_t index, const struct matrix_form *form);

/* Returns an input of a kind in 8 bytes: mostly edge values. */
uint64_t program_input(char kind, uint64_t *random);

#endif
