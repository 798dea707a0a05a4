/*
 * The folder that a compiler child writes into: made by the parent, removed by the parent.
 *
 * The parent holds a lock on its folder. Folders of parents that were killed have none: they are swept away when the
 * next one is made.
 */
#ifndef COMPILER_PROCESS_SCRATCH_H
#define COMPILER_PROCESS_SCRATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { SCRATCH_PATH_BYTES = 512 };

struct scratch {
    char path[SCRATCH_PATH_BYTES]; /* "": none */
    int lock_fd;
};

#define SCRATCH_INIT              \
    {                             \
        .path = "", .lock_fd = -1 \
    }

/* In the first place that takes it: $TMPDIR where that is absolute, /tmp, /dev/shm. */
bool scratch_make(struct scratch *out_scratch, struct error *error);
void scratch_remove(struct scratch *scratch);

/* Empties the files below `folder` (two levels) if they are larger than limit_bytes in all; the folders stay. */
void scratch_trim(const char *folder, uint64_t limit_bytes);

#endif
