/*
 * A plan while it runs: the shared part of the run_*.c files.
 *
 * The newest binding of a name comes first. Leaving a block removes its bindings. Each rank has its
 * own values and buffers.
 */
#ifndef PLAN_RUN_RUN_H
#define PLAN_RUN_RUN_H

#include "base/i18n.h"
#include "base/told.h"
#include "plan/execution.h"
#include "plan/statement/statement.h"

enum run_name_kind { RUN_NAME_NUMBER, RUN_NAME_BUFFER, RUN_NAME_TENSOR_MAP };

struct run_name {
    const char *name;
    enum run_name_kind kind;
    const struct parameter *parameter; /* NULL if the plan made it */
    struct run_name *next;             /* older */
    bool is_scratch, is_alive;
    uint32_t life; /* in the timeline, counted from 1; 0: none */

    struct value *values;                /* NUMBER: per rank */
    const struct expression *expression; /* of a `let`; NULL */

    enum dtype dtype; /* BUFFER, from here on */
    int dimension_count;
    const struct plan_term *shape_terms;             /* of scratch; else the parameter's shape */
    device_address *addresses;                       /* per rank */
    uint64_t *elements;                              /* per rank */
    device_address *peer_tables;                     /* per rank; 0: no launch names peers(name) */
    uint8_t (*tensor_maps)[DEVICE_TENSOR_MAP_BYTES]; /* per rank */
};

enum { RUN_STREAMS_MAX = 64, RUN_LABEL_BUCKETS = 1024 };

struct run_pending;

/* A mark of a device's stream, see device.h. */
struct run_mark {
    int rank;
    uint64_t mark;
    struct run_mark *next;
};

struct run_label {
    const char *name;
    int64_t indices[PLAN_INDICES_MAX];
    size_t index_count;
    uint64_t finish;
    struct run_pending *newest; /* of the deferred steps with this name */
    struct run_mark *marks;     /* after those that were done, on devices that have marks */
    struct run_label *next;
};

/* The work of one device for a statement, with all expressions evaluated. */
struct run_action {
    enum { RUN_ACTION_LAUNCH, RUN_ACTION_COPY, RUN_ACTION_FILL } kind;
    struct device_launch launch;
    device_address to, from;
    uint64_t size_bytes;
    int graph;    /* that contains the statement; 0 none */
    uint32_t bar; /* in the timeline, counted from 1; 0: none */
};

/* An action that waits in its stream's queue. */
struct run_pending {
    struct run_action action;
    struct location location; /* of its statement */
    int rank;
    size_t number; /* in the order of the plan */
    bool is_done, is_named;
    bool has_mark; /* after it, on devices that have marks */
    uint64_t mark;
    struct run_pending *older; /* the earlier one with the same name */
    /* the newest step of each name at that time; older ones count too */
    struct run_pending *waits[PLAN_AFTER_MAX];
    size_t wait_count;
    struct run_pending *next; /* in the queue */
};

struct run_queue {
    struct run_pending *first, *last;
};

/* The time at which each stream is free, counted in launches. */
struct run_schedule {
    uint64_t ready[DEVICE_COUNT_MAX][RUN_STREAMS_MAX];
    uint64_t barrier; /* end of the last statement without stream= */
    uint64_t latest;
    struct run_label *labels[RUN_LABEL_BUCKETS];
};

struct run {
    const struct plan *plan;
    const struct plan_bindings *bindings;
    struct arena *arena;
    struct error *error;
    struct run_name *newest;
    struct run_name *unused; /* removed bindings, for reuse */
    struct run_schedule schedule;
    const char *const *name_expressions;
    struct plan_outcome outcome;
    uint64_t steps;
    size_t launches; /* requested; the outcome counts those that were done */
    struct run_queue queues[DEVICE_COUNT_MAX][RUN_STREAMS_MAX];
    size_t pending_count;
    size_t put_off_count;   /* of all actions that were ever pending */
    int graph, graph_count; /* the current one, 0 none; begun so far */
    bool has_failed;
    /* the current statement comes after all earlier ones, and devices know it */
    bool is_apart;
    /* since devices last met: any statement, and one that all later ones wait for */
    bool has_unmet, has_unmet_barrier;
    struct run_label *bears;                 /* the name of the current step; NULL */
    struct run_label *waits[PLAN_AFTER_MAX]; /* the names that it waits for */
    size_t wait_count;
    uint64_t scratch_bytes[DEVICE_COUNT_MAX];
    int rank;

    struct plan_timeline *timeline; /* NULL: not wanted */
    uint32_t *bar_spans;            /* by bar, the device's spans when it was done; 0: it has none */
    uint32_t bar;                   /* of the current step, counted from 1; 0: none */
    bool has_moment;                /* the current statement is noted */
    bool is_freeing;                /* the current statement is a `free` */

    /* The launch that max_blocks() is evaluated in. */
    const struct plan_launch *launching;
    uint32_t block_threads, shared_bytes;
    /* the reason why a function of the plan failed; expressions only know that it did */
    struct error call_error;
};

struct run_target {
    device_address address;
    uint64_t size_bytes;    /* from the address to the end of the buffer */
    uint32_t element_bytes; /* 0: a module variable, whose elements are unknown */
    const char *name;
};

static inline struct device *run_device(const struct run *run)
{
    return run->bindings->devices[run->rank];
}

/* run_scope.c */
struct run_name *run_bind(struct run *run, const char *name, enum run_name_kind kind);
struct run_name *run_find(const struct run *run, const char *name);
void run_unbind_down_to(struct run *run, struct run_name *keep); /* releases scratch among them */
bool run_number(struct run *run, const struct plan_term *term, struct value *out_value);
bool run_integer(struct run *run, const struct plan_term *term, int64_t *out_value);
bool run_integer_in(struct run *run, const struct plan_term *term, const char *what, int64_t low, int64_t high,
                    int64_t *out_value);
#define RUN_TOO_MANY_LAUNCHES N_("the plan makes more than {limit} launches")
#define RUN_TOO_MANY_STEPS N_("the plan runs more than {limit} statements")
/* Puts file:line:column before the error. Returns false. */
bool run_error_at(struct run *run, struct location location);
/* Sets a told error (base/told.h): plans run in a process without languages. Returns false. */
bool run_refuse(struct run *run, struct location location, enum error_code code, const char *template,
                const char *fields, ...) __attribute__((format(printf, 5, 6)));
bool run_bind_arguments(struct run *run);

/* run_count.c: before the run. False: too many launches or statements. */
bool run_count(struct run *run);

/* run_memory.c */
bool run_scratch(struct run *run, const struct plan_statement *statement);
void run_release_scratch(struct run *run, struct run_name *scratch);
bool run_target(struct run *run, const struct plan_operand *operand, struct run_target *out_target);
bool run_tell_peers(struct run *run, struct run_name *buffer);
bool run_tensor_map(struct run *run, const struct plan_statement *statement);
bool run_zero(struct run *run, const struct plan_statement *statement);
bool run_copy(struct run *run, const struct plan_statement *statement);

/* run_pack.c */
enum { RUN_ARGUMENT_BYTES_MAX = 32 << 10 };
bool run_pack(struct run *run, const struct plan_operand *operand, const struct device_parameter *parameter,
              int position, const char *kernel, uint8_t *block);

/* run_launch.c */
bool run_launch(struct run *run, const struct plan_statement *statement);
bool run_max_blocks(struct run *run, const char *kernel, int64_t threads, int64_t shared_bytes, int64_t *out_blocks);

/* run_launch.c: for a launch that has been run. */
bool run_report_stages(struct run *run, const struct plan_statement *statement);

/* run_queue.c */
bool run_submit(struct run *run, const struct plan_statement *statement, const struct run_action *action);
bool run_drain(struct run *run);       /* all deferred actions */
bool run_synchronise(struct run *run); /* all devices */
/*
 * Ends the statement's work on its ranks before any other work, if the statement is to run alone.
 */
bool run_end_apart(struct run *run);

/* run_order.c */
bool run_wait_for_names(struct run *run, int stream);
bool run_mark_name(struct run *run, int stream);
bool run_meet(struct run *run);
/*
 * Before a statement on devices that work side by side. They meet if it must wait for what others
 * do: a statement without a stream waits for all earlier ones, and all later ones wait for it.
 */
bool run_meet_before(struct run *run, bool orders_all);

/* run_schedule.c */
bool run_schedule_step(struct run *run, const struct plan_statement *statement, bool was_skipped);

/* run_timeline.c: a launch, copy or fill of the current rank. */
struct run_step {
    int stream;
    int64_t label; /* the first index of its name; -1: none */
    uint64_t begin, end;
};
void run_timeline_begin(struct run *run);
void run_timeline_statement(struct run *run, const struct plan_statement *statement);
void run_timeline_step(struct run *run, const struct plan_statement *statement, const struct run_step *step);
size_t run_timeline_before(const struct run *run, int rank);
void run_timeline_after(struct run *run, int rank, const struct run_action *action, size_t spans_before);
void run_timeline_end(struct run *run);
void run_timeline_scratch(struct run *run, const struct plan_statement *statement, struct run_name *scratch);
void run_timeline_release(struct run *run, struct run_name *scratch);

#endif
