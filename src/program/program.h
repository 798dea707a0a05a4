/*
 * Whole CUDA programs: builds them, runs them, and serves their calls on a device.
 *
 * clang compiles the host's code with the headers of src/cudart/include and links it with our
 * runtime. NVRTC compiles the kernels that the program registers at its start. The program runs
 * confined in a process of its own. Its calls come over a socket, so that it reaches neither
 * counters nor findings. A program that does not compile, or that makes mistakes, is a result and
 * no error.
 *
 * Rooms:
 *     build/    sources -> a program, and registered names -> compiled kernels
 *     confine/  starts a process that sees and writes only what it is allowed to; tool.h
 *     lines/    an address of the program -> file and line
 *     serve/    the requests of a running program
 */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/subprocess.h"
#include "compiler/compiler.h"
#include "device/device.h"
#include "device/modelling.h"

enum program_stream { PROGRAM_OUTPUT, PROGRAM_ERRORS };

struct program_request {
    const struct source *sources; /* .cu, .cpp; the first has the program's name */
    size_t source_count;
    const char *const *arguments; /* of the program; NULL-terminated or NULL */
    const char *const *include_folders;
    const char *const *defines;
    const char *standard;         /* of the host's code: "c++20"; NULL: c++17 */
    const char *const *libraries; /* to link with: "gomp"; NULL-terminated or NULL */
    const char *emit;             /* a folder for the parts that are made of each source; NULL: none */
    const char *headers;          /* the folder of the runtime's headers */
    const char *runtime;          /* the runtime's archive */
    const char *scratch;          /* a folder for this run alone */
    struct compiler_settings compiler;
    struct device_request device;
    uint64_t memory_bytes;          /* that the program can map; 0: PROGRAM_MEMORY_BYTES */
    uint32_t seconds;               /* 0: PROGRAM_SECONDS */
    const char *const *hidden;      /* folders that it never reads; NULL-terminated or NULL */
    const char *const *write_paths; /* NULL-terminated or NULL */
    bool is_trusted;                /* run without a sandbox if there is none here */
    bool is_alone;                  /* no headers beside the sources, and no files of the working folder */
    bool alters_stores;             /* kernels store other values than they were written to store */
    bool has_terminal[2];           /* of each program_stream: the program writes to a terminal */
    /* takes the program's output, and that of its kernels; not yet made harmless */
    void (*take_output)(void *context, enum program_stream stream, const char *text, size_t size_bytes);
    void *context;
};

#define PROGRAM_MEMORY_BYTES (8ull << 30)
enum { PROGRAM_DEVICES_MAX = 8, PROGRAM_SECONDS = 60, PROGRAM_OUTPUT_BYTES_MAX = 64 << 20, PROGRAM_SPANS_MAX = 512 };

/* A mistake in the program's calls. Mistakes inside of kernels are in the observation. */
struct program_finding {
    const char *name; /* "use_after_free" */
    bool is_note;
    const char *file; /* NULL: unknown */
    int line;
    const char *message; /* told (base/told.h) */
    uint64_t count;
};

/* The launches of a kernel with one shape from one place. */
struct program_launch {
    const char *kernel; /* readable */
    const char *file;
    int line, device;
    uint32_t grid[3], block[3], dynamic_shared_bytes;
    uint64_t count, repeated;           /* repeated: unchanged, so counted and not executed again */
    double total_ns, least_ns, most_ns; /* 0: unknown */
    double link_bytes;                  /* to and from other devices; modelled */
    const char *limiter;                /* told (base/told.h), of the longest; NULL */
    const char *not_modelled;           /* the reason; NULL */
    double spent_ns;                    /* of the time that this machine gives the program */
};

/* A launch, copy or fill on the clock of the session. */
struct program_span {
    const char *name; /* the kernel, "copy", "zero" */
    int line, device, stream;
    double begin_ns, end_ns;
};

/* Copies of one kind. */
struct program_copies {
    uint64_t count, bytes;
    double total_ns;
};

struct program_result {
    struct diagnostics *diagnostics;
    bool built, started;
    struct subprocess_status status; /* of the program, once started */
    bool timed_out, was_noisy;       /* ended for its time, or for too much output */
    uint32_t seconds;                /* its time */
    size_t running_row;              /* of `launches`, from 1: ended during this launch; 0: in host code */
    struct program_finding *findings;
    size_t finding_count, error_count;
    struct program_launch *launches;
    size_t launch_count;
    struct program_copies to_device, from_device; /* from and to the host */
    struct program_copies between_devices;
    struct program_span *spans; /* the first PROGRAM_SPANS_MAX */
    size_t span_count, span_total;
    double elapsed_ns;               /* of the device's work from first to last */
    bool is_measured;                /* times of launches are a GPU's, each launch alone; copies are modelled */
    struct observation *observation; /* the caller frees it; NULL unless started */
    char device_name[128];
    int device_count;
    char sandbox[64]; /* "landlock+seccomp" */
};

/* Whether the text has a main(), and so is a program and not a file of kernels. */
bool program_has_main(const struct source *source);

/* Texts live in `arena`. UNSUPPORTED: there is no clang, or no sandbox. */
bool program_execute(const struct program_request *request, struct arena *arena, struct program_result *out_result,
                     struct error *error);

/* The path of clang. UNSUPPORTED: there is none, and how to get it. */
bool program_find_clang(struct arena *arena, const char **out_path, struct error *error);

/* The main function of the confined child, for `warpschool worker confined`. */
int program_confined_worker_main(void);

#endif
