/*
 * Waiting: a warp that polls a word.
 *
 * A warp polls if an op reads the words that it read last and finds the same, with nothing written
 * in between. Another turn of its loop can change nothing. So the warp gives way at its next
 * backward branch. Each wait then costs two or three turns of the loop, however long it lasts. The
 * warp runs again when one of the words has changed. Loops that end after a number of turns must
 * end too, so it also runs when nothing else can.
 */
#ifndef VGPU_EXECUTION_POLL_H
#define VGPU_EXECUTION_POLL_H

#include "vgpu/execution/place.h"

/* One lane's volatile, relaxed or atomic read of the word at `bytes`, before it happens. */
void poll_note(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const uint8_t *bytes);
/* Whether a warp that waits would wait again. */
bool poll_is_in_vain(const struct vgpu_warp *warp);
/* The same for a launch with one worker. It looks again only where something was written. */
bool poll_stays_in_vain(struct vgpu_warp *warp);

#endif
