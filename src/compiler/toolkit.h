/*
 * Finds the compiler library and the headers of the CUDA Toolkit.
 *
 * This only looks at files and loads nothing. It takes a version other than the pinned one only if
 * the user named its folder. Without headers plain kernels still compile, so missing headers are
 * reported, not refused.
 */
#ifndef COMPILER_TOOLKIT_H
#define COMPILER_TOOLKIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* The version that verdicts are certified with, and the library's major number. */
#define TOOLKIT_PINNED_VERSION "13.0"

enum { TOOLKIT_PATH_BYTES = 512 };

struct toolkit_search {
    const char *explicit_root; /* --toolkit; NULL: search */
    const char *private_root;  /* where ./learn unpacks the wheels; can be NULL */
    const char *cuda_path;     /* $CUDA_PATH; can be NULL */
    const char *cuda_home;     /* $CUDA_HOME; can be NULL */
    /* "" except in tests: a prefix of /usr/local/cuda and /etc/ld.so.conf.d */
    const char *system_root;
};

struct toolkit {
    char root[TOOLKIT_PATH_BYTES];
    char library[TOOLKIT_PATH_BYTES];  /* libnvrtc.so.N, absolute */
    char builtins[TOOLKIT_PATH_BYTES]; /* libnvrtc-builtins.so.N.M, absolute */
    char library_dir[TOOLKIT_PATH_BYTES];
    char include[TOOLKIT_PATH_BYTES]; /* "" if there are no headers */
    char cccl[TOOLKIT_PATH_BYTES];    /* "" if it is absent, or part of include */
    char version[32];
    bool pinned;
};

/* A missing part of the toolkit and how to get it. */
struct toolkit_gap {
    const char *what;
    const char *mend;
};

/*
 * Reads $CUDA_PATH and $CUDA_HOME. Texts live in `arena`. NULL private_root: where ./learn unpacks
 * the wheels. That is $XDG_CACHE_HOME/warpschool/toolkit or ~/.cache/warpschool/toolkit.
 */
struct toolkit_search toolkit_search_from_environment(struct arena *arena, const char *explicit_root,
                                                      const char *private_root);

/*
 * The first suitable toolkit. An explicit folder is the only candidate; else $CUDA_PATH,
 * $CUDA_HOME, /usr/local/cuda, ldconfig, private.
 */
bool toolkit_find(const struct toolkit_search *search, struct toolkit *out_toolkit, struct error *error);

/* Lists the missing parts of `toolkit`. Returns their number, at most TOOLKIT_GAPS_MAX. */
enum { TOOLKIT_GAPS_MAX = 8 };
size_t toolkit_gaps(const struct toolkit *toolkit, struct toolkit_gap out_gaps[TOOLKIT_GAPS_MAX]);

#endif
