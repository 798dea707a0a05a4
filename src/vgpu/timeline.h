/*
 * Which launches are over before another begins.
 *
 * The virtual GPU runs launches one after another, but devices and streams need not: what nothing
 * orders may overlap. A timeline is told of streams, marks and synchronisation, and remembers what
 * launches did to memory that others may meet there. vgpu_launch() then finds races between
 * launches of several streams, and of several devices that are peers, and vgpu_timeline_transfer()
 * those with copies and fills. Without a timeline launches count as ordered.
 *
 * A launch comes after those before it in its stream, after what its stream waited for, and after
 * what was synchronised. Stream 0 of a device comes after all that its streams were given before,
 * and they after it. One timeline serves all devices of one vgpu_open, from one thread.
 */
#ifndef VGPU_TIMELINE_H
#define VGPU_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "vgpu/finding.h"

enum {
    VGPU_STREAMS_MAX = 64,         /* of a device */
    VGPU_TIMELINE_QUEUES_MAX = 256 /* streams of all devices; beyond them everything counts as ordered */
};

struct vgpu;
struct vgpu_timeline;

/* A copy or a fill that a stream is given. */
struct vgpu_transfer {
    const char *name; /* "copy", "zero": what findings call it; a constant */
    int stream;
    uint64_t to, from; /* from 0: nothing is read */
    uint64_t size_bytes;
};

/* `finding.message` is `message`; the name of its buffer lasts as long as that. */
struct vgpu_transfer_race {
    struct vgpu_finding finding;
    char message[320];
};

/* NULL if there is no memory for it. It must live as long as the launches that name it. */
struct vgpu_timeline *vgpu_timeline_new(void);
/* Before the devices are closed. */
void vgpu_timeline_free(struct vgpu_timeline *timeline);
DEFINE_CLEANUP(vgpu_timeline_free, struct vgpu_timeline *)

/* A mark behind all launches of a stream so far. Errors: RANGE (device, stream), MEMORY. */
bool vgpu_timeline_mark(struct vgpu_timeline *timeline, int device, int stream, uint64_t *out_mark,
                        struct error *error);
/*
 * The stream waits for a mark, of any device. Errors: the same; RANGE for a mark that was never
 * made.
 */
bool vgpu_timeline_wait(struct vgpu_timeline *timeline, int device, int stream, uint64_t mark, struct error *error);
/*
 * The host waits for all that the device was given, and gives what follows after that. Marks stay
 * valid.
 */
void vgpu_timeline_synchronise(struct vgpu_timeline *timeline, int device);
/*
 * A device is about to do a transfer. True if it races with a launch or a transfer that nothing
 * orders: then `out_race` says with which, and where first; its `kernel` is the transfer's name,
 * `line` and `ptx_line` are 0. Memory that is not there is passed over: vgpu_copy() and vgpu_fill()
 * say so.
 */
bool vgpu_timeline_transfer(struct vgpu_timeline *timeline, struct vgpu *device, const struct vgpu_transfer *transfer,
                            struct vgpu_transfer_race *out_race);
/* What launches so far did to memory counts as long ago. */
void vgpu_timeline_forget(struct vgpu_timeline *timeline);

#endif
