/*
 * Watches one file for saves. An editor can save in place, by renaming a new file over it, or over
 * NFS.
 *
 * inotify on the file's folder reports at once. A poll of the file's stamp every half second finds
 * saves that inotify cannot see. A save is reported after a short quiet time, so a half-written
 * file is not read.
 */
#ifndef APP_WATCH_H
#define APP_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "base/error.h"

struct watch;

enum { WATCH_QUIET_MS = 40, WATCH_POLL_MS = 500 };

/* The file need not exist yet. Its folder must. */
struct watch *watch_new(const char *path, struct error *error);
void watch_free(struct watch *watch);
DEFINE_CLEANUP(watch_free, struct watch *)

/* Readable when something happened in the folder. -1 without inotify. */
int watch_descriptor(const struct watch *watch);

/*
 * Call when the descriptor is readable, and at the latest after *out_wait_ms. True once for each
 * save: the stamp differs from the known one and has been quiet for WATCH_QUIET_MS.
 */
bool watch_saved(struct watch *watch, int64_t now_ns, int *out_wait_ms);

/* Marks the present file as known: after the program itself wrote it. */
void watch_accept(struct watch *watch);

#endif
