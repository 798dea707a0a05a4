/*
 * Which launches are over before another begins.
 *
 * The virtual GPU runs launches one after another, but devices and streams need not. Launches that
 * nothing orders may overlap. A timeline receives streams, marks and synchronisation. It remembers
 * the accesses of launches to memory that later launches may overlap.
 *
 * vgpu_launch() then finds races between launches of several streams, and of several devices that
 * are peers. vgpu_timeline_transfer() finds races with copies and fills. Without a timeline
 * launches count as ordered.
 *
 * A launch comes after earlier launches in its stream. It also comes after the marks that its
 * stream waited for, and after the launches that the host synchronised. Stream 0 of a device comes
 * after everything given to its streams before. Later work in the streams comes after stream 0. A
 * free stream and stream 0 do not wait for each other. One timeline serves all devices of one
 * vgpu_open, from one thread.
 */
#ifndef VGPU_TIMELINE_H
#define VGPU_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "vgpu/finding.h"
#include "vgpu/finding_texts.h"

enum {
    VGPU_STREAMS_MAX = 64,         /* of a device */
    VGPU_TIMELINE_QUEUES_MAX = 256 /* streams of all devices; above, everything counts as ordered */
};

struct vgpu;
struct vgpu_timeline;

/* A copy or a fill that a stream is given. */
struct vgpu_transfer {
    const char *name; /* "copy", "zero": its name in findings; a constant */
    int line;         /* of the plan; 0 unknown */
    int stream;
    uint64_t to, from; /* from 0: nothing is read */
    uint64_t size_bytes;
};

/*
 * `finding.message` is `message`, and `finding.said` is `said`. The name of its buffer lives as
 * long as that buffer.
 */
struct vgpu_transfer_race {
    struct vgpu_finding finding;
    char message[320], said[VGPU_TOLD_BYTES];
};

/* NULL: there is no memory. It must live as long as the launches that name it. */
struct vgpu_timeline *vgpu_timeline_new(void);
/* Call it before the devices are closed. */
void vgpu_timeline_free(struct vgpu_timeline *timeline);
DEFINE_CLEANUP(vgpu_timeline_free, struct vgpu_timeline *)

/* A mark after all launches of a stream so far. Errors: RANGE (device, stream), MEMORY. */
bool vgpu_timeline_mark(struct vgpu_timeline *timeline, int device, int stream, uint64_t *out_mark,
                        struct error *error);
/*
 * The stream waits for a mark of any device. Errors: MEMORY; RANGE for device or stream, and for a
 * mark that was never made.
 */
bool vgpu_timeline_wait(struct vgpu_timeline *timeline, int device, int stream, uint64_t mark, struct error *error);
/* The host waits for all work of the device. Later work comes after it. Marks stay valid. */
void vgpu_timeline_synchronise(struct vgpu_timeline *timeline, int device);
/* The same for the work of one stream, or for a mark. Errors: RANGE, as above. */
bool vgpu_timeline_synchronise_stream(struct vgpu_timeline *timeline, int device, int stream, struct error *error);
bool vgpu_timeline_synchronise_mark(struct vgpu_timeline *timeline, uint64_t mark, struct error *error);
/*
 * Makes a stream free. Call it before the stream gets work. Launches in stream 0 of the device are
 * watched from now on. Errors: RANGE.
 */
bool vgpu_timeline_free_stream(struct vgpu_timeline *timeline, int device, int stream, struct error *error);
/*
 * A device is about to do a transfer. True if it races with a launch or a transfer that nothing
 * orders. Then `out_race` names the other party and the first place. Its `kernel` is the transfer's
 * name, `line` the transfer's, and `ptx_line` is 0. Memory that is not there is skipped:
 * vgpu_copy() and vgpu_fill() report it.
 */
bool vgpu_timeline_transfer(struct vgpu_timeline *timeline, struct vgpu *device, const struct vgpu_transfer *transfer,
                            struct vgpu_transfer_race *out_race);
/* All accesses of launches so far count as ordered before later ones. */
void vgpu_timeline_forget(struct vgpu_timeline *timeline);

#endif
