/*
 * Writing a program: registers, steps, and the state between them.
 */
#ifndef DIFFERENTIAL_EMIT_H
#define DIFFERENTIAL_EMIT_H

#include "program.h"

struct emitter {
    struct program *program;
    const struct form_list *forms;
    uint64_t random;
    FILE *prologue, *body;
    unsigned registers[128]; /* next number of each class, by its letter */
    unsigned labels;
    int depth;                                      /* of branches and loops */
    bool in_loop;                                   /* with a number of turns that differs from lane to lane */
    bool is_fresh;                                  /* sources are inputs wherever there is room */
    bool full_warp;                                 /* every warp of the block has 32 lanes */
    char mask[16];                                  /* the lanes that run together here: a register or a number */
    int mask_value;                                 /* what it depends on, -1 nothing */
    int visible[PROGRAM_VALUES_MAX], visible_count; /* values that may be read here */
    int private_value;                              /* what the last private atomic left in memory, -1 none */
    int conditions[16], condition_count;            /* what decides whether this runs, or goes from turn to turn */
};

/* A new register; -1 when the program is full. */
int emit_value(struct emitter *emitter, char kind);

/* A value to read for an operand letter: a visible one or a fresh input. -1 when the program is full. */
int emit_source(struct emitter *emitter, char kind);

/* A fresh input of a kind, also one of matrices.def. */
int emit_input(struct emitter *emitter, char kind);

/* "%r12" */
struct register_name {
    char text[16];
};
struct register_name emit_name(const struct emitter *emitter, int value);

/* A line of the body. */
__attribute__((format(printf, 2, 3))) void emit_line(struct emitter *emitter, const char *format, ...);

/* One more value that the step's result depends on. */
void emit_add_source(struct program_step *step, int value);

/*
 * Notes that `value` is what `text` made of `sources` and stores it. What decides whether this place runs is added to
 * the sources. False when the program is full.
 */
bool emit_result(struct emitter *emitter, const char *text, int value, const int *sources, int source_count,
                 const char *rule);

bool emit_has_room(const struct emitter *emitter, int slots);

/* generate_scalar.c */
void generate_form(struct emitter *emitter, const struct form *form);
void generate_any_form(struct emitter *emitter);
void generate_carry_chain(struct emitter *emitter);
void generate_call(struct emitter *emitter);

/* generate_warp.c */
void generate_warp(struct emitter *emitter);
void generate_matrix(struct emitter *emitter);
void generate_wmma(struct emitter *emitter);

/* generate_memory.c */
void generate_exchange(struct emitter *emitter);
void generate_atomic(struct emitter *emitter);
void generate_private_atomic(struct emitter *emitter);
void generate_table(struct emitter *emitter);
void generate_local(struct emitter *emitter);

#endif
