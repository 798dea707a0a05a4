/*
 * Where the program lies, where its resources are, and where a learner's state goes.
 *
 * Resources (lessons/, kernels/, exercises/, solutions/, progress migrations, translations) have one root:
 *   1. $WARPSCHOOL_ROOT, which must be an absolute path to a folder with lessons/, else an error;
 *   2. <prefix>/share/warpschool where the executable is <prefix>/bin/warpschool (an installation or a bundle);
 *   3. the nearest folder above the executable with lessons/ and CMakeLists.txt (a build inside a checkout);
 *   4. the source folder of the build (a build outside its checkout).
 *
 * State lies in a checkout in <root>/progress/; otherwise, or where that cannot be written, in the folders of the XDG
 * Base Directory Specification 0.8, relative ones ignored as it demands. $WARPSCHOOL_STATE (absolute) overrides both.
 */
#ifndef BASE_EXECUTABLE_H
#define BASE_EXECUTABLE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"

struct resource_root {
    const char *path; /* absolute, without symbolic links */
    bool is_checkout; /* 3 and 4, and 1 where CMakeLists.txt is there */
};

/* Absolute. Nothing is made yet: see state_folders_make. */
struct state_folders {
    const char *state; /* warpschool.db */
    const char *work;  /* the learner's copies of the exercises */
    const char *cache; /* may be deleted at any time */
    const char *config;
};

bool executable_path(struct arena *arena, const char **out_path, struct error *error);

bool resource_root_find(struct arena *arena, struct resource_root *out_root, struct error *error);

/* For tests and for programs that lie elsewhere: as if the executable were at this path. */
bool resource_root_find_from(struct arena *arena, const char *executable, struct resource_root *out_root,
                             struct error *error);

bool state_folders_find(struct arena *arena, const struct resource_root *root, struct state_folders *out_folders,
                        struct error *error);

/* Makes them, mode 0700 where they are new. */
bool state_folders_make(const struct state_folders *folders, struct error *error);

#endif
