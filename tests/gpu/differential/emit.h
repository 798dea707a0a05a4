/* Writes a program: registers, steps, and the state between them. */
#ifndef DIFFERENTIAL_EMIT_H
#define DIFFERENTIAL_EMIT_H

#include "program.h"

struct emitter {
    struct program *program;
    const struct form_list *forms;
    uint64_t random;
    FILE *prologue, *body;
    unsigned registers[128]; /* next number of each class */
    unsigned labels;
    int depth;                                      /* of nested branches and loops */
    bool in_loop;                                   /* its number of turns differs from lane to lane */
    bool is_fresh;                                  /* sources are inputs where there is room */
    bool full_warp;                                 /* every warp of the block has 32 lanes */
    char mask[16];                                  /* lanes that run together here: a register or a number */
    int mask_value;                                 /* the value that decides `mask`; -1: none */
    int visible[PROGRAM_VALUES_MAX], visible_count; /* values that can be read here */
    int private_value;                              /* the last private atomic's value in memory; -1: none */
    int conditions[16], condition_count; /* values that decide whether this code runs, or that a loop carries */
};

/* Makes a register, or -1 when the program is full. */
int emit_value(struct emitter *emitter, char kind);

/* Returns a value to read: a visible one or a new input. -1 when the program is full. */
int emit_source(struct emitter *emitter, char kind);

/* Makes a new input of a kind, also one of matrices.def. */
int emit_input(struct emitter *emitter, char kind);

/* "%r12" */
struct register_name {
    char text[16];
};
struct register_name emit_name(const struct emitter *emitter, int value);

/* Writes a line of the body. */
__attribute__((format(printf, 2, 3))) void emit_line(struct emitter *emitter, const char *format, ...);

/* Adds a value that the step's result depends on. */
void emit_add_source(struct program_step *step, int value);

/*
 * Records that `text` computes `value` from `sources`, and stores it. The conditions of this place
 * become sources too. False when the program is full.
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
