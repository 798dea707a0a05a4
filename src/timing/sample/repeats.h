/*
 * Repeats: launches of one run whose samples do the same, as the layers of a network do.
 *
 * Traffic, schedule and terms follow from what the sample did: its instructions, and the lines that
 * its requests touch. So a second launch with an equal sample takes the first one's estimate. Its
 * blocks still run, for what they write. Lines count from the first that the launch touches in
 * their buffer. Two equal samples elsewhere differ by the sets of the caches that they happen to
 * use, and no more.
 */
#ifndef TIMING_SAMPLE_REPEATS_H
#define TIMING_SAMPLE_REPEATS_H

#include "timing/time_model.h"
#include "vgpu/buffers.h"
#include "vgpu/profile.h"

enum { REPEATS_BUFFERS_MAX = 64 };

/* What a sample did, as a hash. */
struct repeats_print {
    const struct time_repeats *repeats; /* NULL: nothing is kept, so nothing is hashed */
    const struct vgpu *device;
    uint64_t hash;
    struct vgpu_range buffers[REPEATS_BUFFERS_MAX]; /* in the order of their first lines */
    uint64_t firsts[REPEATS_BUFFERS_MAX];           /* lines, from which its other lines count */
    int buffer_count, last;
};

void repeats_begin(const struct time_repeats *repeats, const struct vgpu *device, struct repeats_print *out_print);
void repeats_add(struct repeats_print *print, uint64_t value);
void repeats_add_real(struct repeats_print *print, double value);
/* A place in a buffer. */
void repeats_add_line(struct repeats_print *print, uint64_t line);
/* What instructions did, and the requests in their order. */
void repeats_add_profile(struct repeats_print *print, const struct vgpu_profile *profile);

/* The estimate of an earlier launch with the same print; NULL: none. */
const struct time_estimate *repeats_find(const struct repeats_print *print);
/* Keeps an estimate. Without memory it is not kept. */
void repeats_keep(struct time_repeats *repeats, const struct repeats_print *print,
                  const struct time_estimate *estimate);

#endif
