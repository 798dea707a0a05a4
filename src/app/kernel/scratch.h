/* A folder for one run, removed however this program ends. */
#ifndef APP_KERNEL_SCRATCH_H
#define APP_KERNEL_SCRATCH_H

#include "base/arena.h"
#include "base/subprocess.h"

/*
 * A child waits for the end of this program, and then removes the folder. A signal can end a
 * program at once, and no handler of signals could remove a folder.
 */
struct scratch {
    const char *path;
    struct subprocess cleaner;
};

/* `warpschool` is this program's path. */
bool scratch_new(const char *warpschool, struct arena *arena, struct scratch *out_scratch, struct error *error);
void scratch_done(struct scratch *scratch);

/* The main function of the child. */
int scratch_cleaner_main(void);

#endif
