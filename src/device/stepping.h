/*
 * Stepping through one launch of a plan on the virtual device (vgpu/step.h), with views as plain
 * data for a pipe.
 *
 * A device with a stepper runs launches normally until the wanted one. This launch is opened for
 * stepping and passed to `serve`, which may move and look. Then the launch is undone and fails with
 * CANCELLED, so the plan ends there.
 */
#ifndef DEVICE_STEPPING_H
#define DEVICE_STEPPING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "vgpu/step.h"

enum {
    STEPPING_CALLS_MAX = 16,
    STEPPING_BARRIERS_MAX = 17,
    STEPPING_REQUESTS_MAX = 2,
    STEPPING_FINDINGS_MAX = 16,
    STEPPING_REGISTERS_MAX = 512,
    STEPPING_VARIABLES_MAX = 160,
    STEPPING_PARTS_MAX = 16, /* shown of one array or structure */
    STEPPING_NAME_BYTES = 64,
    STEPPING_TEXT_BYTES = 256,
    STEPPING_TOLD_BYTES = 2400, /* a longer sentence comes in English, cut off */
};

struct stepping_register {
    char name[STEPPING_NAME_BYTES];
    uint32_t type; /* enum ptx_type */
    uint32_t bits, defined;
    uint32_t changed; /* lanes, since the view before; 0 in a view of its own */
    uint64_t values[VGPU_STEP_LANES], high[VGPU_STEP_LANES];
};

enum stepping_kind {
    STEPPING_SIGNED, /* extended to 64 bits */
    STEPPING_UNSIGNED,
    STEPPING_CHARACTER,
    STEPPING_BOOLEAN,
    STEPPING_FLOAT, /* of 32 or 64 bits; narrower ones are converted */
    STEPPING_POINTER,
    STEPPING_GROUP, /* an array or structure: its parts follow, one deeper */
    STEPPING_OTHER, /* cannot be shown */
    STEPPING_KIND_COUNT
};

enum stepping_place {
    STEPPING_NOWHERE, /* the compiler gave it no place */
    STEPPING_NOT_YET, /* no place at this line: it was not set yet */
    STEPPING_THERE,
    STEPPING_PLACE_COUNT
};

/*
 * A variable of the kernel's source that is in scope, or a part of the one before. The values are
 * those of the 32 lanes. Of a shared variable they are `element_count` elements, the same for all.
 */
struct stepping_variable {
    char name[STEPPING_NAME_BYTES]; /* of a part: ".x" or "[2]" */
    char type[STEPPING_NAME_BYTES];
    uint32_t kind, place;
    uint32_t depth; /* 0 a variable, 1 a part of the variable before */
    uint32_t bits;  /* of a value */
    uint8_t is_parameter, is_shared;
    uint32_t defined;                  /* lanes, or elements, that were set */
    uint32_t changed;                  /* likewise: since the view before; 0 in a view of its own */
    uint32_t hidden;                   /* GROUP: parts that are left out */
    int32_t line;                      /* of the declaration; 0 unknown */
    char held_in[STEPPING_NAME_BYTES]; /* the register of the view that has its value; "" in memory, or nowhere */
    uint64_t values[VGPU_STEP_LANES];
    /* shared variables: */
    uint32_t element_count;
    char elements[STEPPING_NAME_BYTES]; /* "[3][0..31]": those that are shown; "" no array */
    /* POINTER: what the first lane's belongs to */
    char buffer[STEPPING_NAME_BYTES]; /* "" none */
    uint64_t start, size_bytes;
    uint32_t element_bytes; /* that it points to; 0 unknown */
};

struct stepping_request {
    struct vgpu_step_request access; /* `access.buffer` points to `buffer` */
    char buffer[STEPPING_NAME_BYTES];
};

struct stepping_finding {
    int32_t line;
    uint32_t block[3], thread[3];
    uint8_t is_error;
    char message[STEPPING_TOLD_BYTES]; /* told */
};

struct stepping_call {
    char function[STEPPING_NAME_BYTES];
};

/* The state from vgpu_step_state() and its place in the launch. Long texts are cut. */
struct stepping_view {
    uint32_t stop; /* enum vgpu_step_stop, of the last move */
    char kernel[STEPPING_NAME_BYTES];
    uint32_t launch;               /* its number among the plan's launches on this device, from 0 */
    uint32_t device, device_count; /* the device that runs it */
    uint32_t grid[3], block_shape[3];
    uint64_t block_index, position, executed;
    uint32_t block[3], warp, warp_count;
    uint8_t ended; /* 0 or 1, not bool, because the bytes may be untrusted */
    uint32_t started, live, active, at_barrier, at_sync;
    int32_t line, ptx_line;
    char function[STEPPING_NAME_BYTES], instruction[STEPPING_TEXT_BYTES], previous[STEPPING_TEXT_BYTES],
        fault[STEPPING_TOLD_BYTES]; /* told (base/told.h) */
    uint32_t split_count, call_count, barrier_count, request_count, finding_count, register_count, variable_count;
    uint8_t is_unoptimised;        /* the -G program, which has variables */
    char why[STEPPING_TEXT_BYTES]; /* the reason why an unoptimised program shows no variables; "" it does */
    struct vgpu_step_split splits[VGPU_STEP_LANES]; /* `function` is NULL */
    struct stepping_call calls[STEPPING_CALLS_MAX]; /* innermost first */
    struct vgpu_step_barrier barriers[STEPPING_BARRIERS_MAX];
    struct stepping_request requests[STEPPING_REQUESTS_MAX];
    struct stepping_finding findings[STEPPING_FINDINGS_MAX]; /* the last ones of all so far */
};

/* The long lists of a view, by its counts. */
struct stepping_lists {
    struct stepping_register *registers;
    struct stepping_variable *variables;
};

/* One move. */
enum stepping_move { STEPPING_RUN, STEPPING_BACK, STEPPING_BACK_LINE, STEPPING_WATCH, STEPPING_MOVE_COUNT };
struct stepping_command {
    enum stepping_move move;
    enum vgpu_step_goal goal; /* RUN */
    uint64_t number;          /* RUN: as the goal defines it; BACK: stops; WATCH: warp */
};

/* The launch, and the place in it to begin. Coordinates outside the launch's shape count as 0. */
struct stepping_target {
    const char *kernel; /* its name in the compiled file; "": any */
    uint32_t launch;    /* which launch of that kernel on the device, from 0 */
    uint32_t device;
    uint32_t block[3], thread[3];
};

struct stepping; /* a launch that is being stepped through */

struct device_stepper {
    struct stepping_target target;
    const struct source *ptx;    /* of a program whose variables are shown, if it is unoptimised; NULL: none */
    const struct source *kernel; /* its source */
    void (*serve)(void *context, struct stepping *stepping);
    void *context;
    uint32_t device_count;  /* for the views */
    uint32_t seen, matched; /* launches on the device so far, and those of the wanted kernel */
    bool served;            /* the wanted launch came */
};

/* Makes a move. If it returns true, `out_view` and the lists (in `arena`) are filled. */
bool stepping_act(struct stepping *stepping, const struct stepping_command *command, struct stepping_view *out_view,
                  struct arena *arena, struct stepping_lists *out_lists, struct error *error);
/* Fills the same without a move. */
void stepping_look(struct stepping *stepping, struct stepping_view *out_view, struct arena *arena,
                   struct stepping_lists *out_lists);

/*
 * Checks a view from an untrusted process. SYNTAX if a count, a text or a choice differs from what
 * stepping_look() can produce. Sets the pointers inside.
 */
bool stepping_check(struct stepping_view *view, const struct stepping_lists *lists, struct error *error);

#endif
