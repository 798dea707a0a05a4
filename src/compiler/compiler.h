/*
 * The compiler: CUDA C to PTX and CUBIN, in a child process that sees the toolkit's headers and one
 * source.
 *
 * No layer above this one knows NVRTC. The child stays warm and is killed at its deadline. The next
 * request then starts a fresh one. A source that does not compile is a result (`ok` false with
 * diagnostics), not an error.
 *
 * Rooms:
 *     log/      the compiler's log -> diagnostics with hints, and the resources of kernels
 *     options/  a request -> the compiler's options and headers
 *     process/  the child process that runs NVRTC, and its parent's end
 *     result/   the result of a compile: as a frame, as a cache file, as the caller gets it
 *     source/   reads the learner's text without a compiler
 */
#ifndef COMPILER_COMPILER_H
#define COMPILER_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"

struct compiler;

#define COMPILER_MEMORY_BYTES (2ull * 1024 * 1024 * 1024)
enum { COMPILER_DEADLINE_MS = 20000 };
/* What PTX calls the source. */
#define COMPILER_SOURCE_NAME "/warpschool/kernel.cu"

struct compiler_settings {
    const char *toolkit;         /* folder; NULL: look in $CUDA_PATH, /usr/local/cuda, ldconfig, the private folder */
    const char *private_toolkit; /* the private folder; NULL: the one of ./learn, see toolkit.h */
    const char *cache_dir;       /* NULL: no cache on disk */
    const char *program;         /* path of the warpschool executable, run as `program worker compiler` */
    uint64_t memory_bytes;       /* 0: COMPILER_MEMORY_BYTES */
    uint64_t cache_bytes;        /* 0: 256 MiB */
    uint32_t deadline_ms;        /* 0: COMPILER_DEADLINE_MS */
    int niceness;                /* by how much its process gives way to others, as with nice(1) */
    bool insecure;               /* continue without a sandbox; compiler_info says so */
};

struct compiler_info {
    char toolkit_version[32]; /* "13.0" */
    char toolkit_path[512];
    bool pinned;       /* it is the version that verdicts are certified with */
    char sandbox[64];  /* "landlock+seccomp", "namespace+seccomp", "seccomp", "none" */
    char missing[512]; /* missing headers and how to get them; "" if none */
};

struct compile_request {
    const struct source *source;
    /* the source to show, if `source` was made from it line by line; NULL: source */
    const struct source *shown;
    const char *architecture;   /* "sm_90" */
    const char *const *defines; /* "N=4", NULL-terminated or NULL */
    const char *const *names;   /* name expressions to instantiate: "gemm<float>"; NULL-terminated or NULL */
    bool debug;                 /* -G: no optimisation */
    bool want_cubin;            /* false: the compile ends at PTX, and knows no resources */
    bool relocatable;           /* other files may define what this one declares */
};

struct kernel_resources {
    const char *kernel; /* lowered name */
    uint32_t registers, stack_bytes, spill_store_bytes, spill_load_bytes, static_shared_bytes, constant_bytes;
};

struct compile_result {
    bool ok;
    bool from_cache;
    const char *ptx; /* NUL-terminated */
    size_t ptx_bytes;
    const void *cubin;
    size_t cubin_bytes;
    const char *const *lowered_names; /* one per request->names */
    struct kernel_resources *resources;
    size_t resource_count;
    struct diagnostics *diagnostics; /* on the learner's lines */
    const char *log;                 /* the raw log, control characters made harmless */
    uint64_t elapsed_ns;             /* inside the child */
};

/* Does not start the child yet. */
struct compiler *compiler_new(const struct compiler_settings *settings, struct error *error);
void compiler_free(struct compiler *compiler);
DEFINE_CLEANUP(compiler_free, struct compiler *)

/* Starts and warms the child without waiting for it. A compile would do this later. */
bool compiler_warm(struct compiler *compiler, struct error *error);

/* Waits until the child is ready, since only the child knows its sandbox. */
bool compiler_describe(struct compiler *compiler, struct compiler_info *out_info, struct error *error);

/* Whether a source can include a header of this name: one of the toolkit's, or a small one of C. */
bool compiler_has_header(struct compiler *compiler, const char *name);

/*
 * Compiles, and blocks until done. The result lives in `arena` and points to the shown source. If
 * the compiler passes its deadline or memory limit, or dies twice, the result has a diagnostic that
 * says so. False: the compiler cannot be used (no toolkit, no child).
 */
bool compiler_compile(struct compiler *compiler, const struct compile_request *request, struct arena *arena,
                      struct compile_result **out_result, struct error *error);

/* The source line of a line of the PTX compiled from it. 0: none. */
int compiler_line_of_ptx(const char *ptx, int ptx_line);

/*
 * For callers that wait on several things: begin, poll the descriptor, finish. A compiler has one
 * request at a time. The request is copied; its source is not.
 */
bool compiler_begin(struct compiler *compiler, const struct compile_request *request, struct error *error);
int compiler_descriptor(const struct compiler *compiler); /* readable when finish will not block long */
bool compiler_finish(struct compiler *compiler, struct arena *arena, struct compile_result **out_result,
                     struct error *error);
/* drops the request; ends the child if it is compiling */
void compiler_cancel(struct compiler *compiler);

/* The child's main, for `warpschool worker compiler`. Returns the exit status. */
int compiler_worker_main(void);

#endif
