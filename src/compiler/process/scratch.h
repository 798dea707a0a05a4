/*
 * The folder that a compiler child writes into. The parent makes and removes it.
 *
 * The parent holds a lock on its folder. Folders of killed parents have no lock. They are removed
 * when the next one is made, once they are a minute old.
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

/* Makes it in the first writable of these: $TMPDIR if it is absolute, /tmp, /dev/shm. */
bool scratch_make(struct scratch *out_scratch, struct error *error);
void scratch_remove(struct scratch *scratch);

/*
 * Removes the oldest files below `folder` (two levels) until the others have at most limit_bytes
 * together. So the headers of the compile that came last stay. The folders stay too.
 */
void scratch_trim(const char *folder, uint64_t limit_bytes);

#endif
