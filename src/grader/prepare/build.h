/*
 * Compiling: the learner's file twice (optimised and unoptimised), the course's kernels once.
 *
 * Two compilers run both compiles of a submission at the same time. The course's kernels are cached
 * by content, so a reference is compiled for the first submission only.
 */
#ifndef GRADER_PREPARE_BUILD_H
#define GRADER_PREPARE_BUILD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "compiler/compiler.h"
#include "curriculum/model.h"
#include "grader/wire/job.h"
#include "plan/plan.h"

/* A compiled file with its plan, in `arena`. One from the cache is valid until the next build. */
struct built {
    struct arena *arena;
    struct source source;
    char key[65];
    bool is_ptx_alone; /* for the virtual device; machine code takes longest to compile */
    struct plan *plan;
    struct compile_result *result;
};

struct build_cache;

struct build_cache *build_cache_new(void);
void build_cache_free(struct build_cache *cache);

struct build_watch {
    bool (*cancelled)(void *context); /* may be NULL */
    void *context;
};

/* Waits for a compile that compiler_begin() started. CANCELLED ends it. */
bool build_wait(struct compiler *compiler, const struct build_watch *watch, struct arena *arena,
                struct compile_result **out_result, struct error *error);

struct build_request {
    const struct source *source;     /* is copied */
    const struct exercise *exercise; /* its parameters are names of the plan; NULL: kernels without a plan */
    const struct parameter *extra;   /* one more name of the plan; NULL: none */
    const char *architecture;        /* "sm_90" */
    bool is_ptx_alone;               /* for the virtual device */
};

/* Parses the plan of a course file, and compiles the file. An error is the author's mistake. */
bool build_file(struct build_cache *cache, struct compiler *compiler, const struct build_request *request,
                const struct built **out_built, struct error *error);

/* Reads a file below `folder` of a root: the curriculum's or a pack's. */
bool build_read_source(const char *root, const char *folder, const char *relative, struct arena *arena,
                       struct source *out_source, struct error *error);

/*
 * The part that the device worker gets, copied into `arena`. The next build may free the kernels of
 * earlier ones, and a job keeps the programs of several.
 */
struct job_program build_program(enum job_role role, const struct source *source, const struct plan *plan,
                                 const struct compile_result *result, struct arena *arena);
struct job_program build_program_of(enum job_role role, const struct built *built, struct arena *arena);

#endif
