/*
 * The folders of the program, its resources and the learner's state.
 *
 * Resources (lessons/, kernels/, exercises/, solutions/, migrations, translations) have one root:
 *   1. $WARPSCHOOL_ROOT: an absolute path to a folder with lessons/, else an error.
 *   2. <prefix>/share/warpschool for <prefix>/bin/warpschool (an installation or a bundle).
 *   3. The nearest folder above the executable with lessons/ and CMakeLists.txt (a checkout).
 *   4. The source folder of the build (a build outside its checkout).
 *
 * In a checkout, state is in <root>/progress/. Otherwise, and if that is not writable, it is in the
 * folders of the XDG Base Directory Specification 0.8. As the specification demands, relative ones
 * are ignored. $WARPSCHOOL_STATE (absolute) overrides both.
 */
#ifndef BASE_EXECUTABLE_H
#define BASE_EXECUTABLE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"

struct resource_root {
    const char *path; /* absolute, without symbolic links */
    bool is_checkout; /* true for 3 and 4, and for 1 if it has CMakeLists.txt */
};

/* Absolute paths. The folders need not exist yet: see state_folders_make. */
struct state_folders {
    const char *state; /* warpschool.db */
    const char *work;  /* the learner's copies of the exercises */
    const char *cache; /* can be deleted at any time */
    const char *config;
};

bool executable_path(struct arena *arena, const char **out_path, struct error *error);

bool resource_root_find(struct arena *arena, struct resource_root *out_root, struct error *error);

/* For tests and for programs elsewhere: works as if the executable were at this path. */
bool resource_root_find_from(struct arena *arena, const char *executable, struct resource_root *out_root,
                             struct error *error);

bool state_folders_find(struct arena *arena, const struct resource_root *root, struct state_folders *out_folders,
                        struct error *error);

/* Makes the folders. New ones get mode 0700. */
bool state_folders_make(const struct state_folders *folders, struct error *error);

#endif
