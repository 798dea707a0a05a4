/*
 * What the video instructions share: video.c has the packed ones, video_scalar.c those of one value.
 */
#ifndef VGPU_LANES_VIDEO_H
#define VGPU_LANES_VIDEO_H

#include "vgpu/math/math_bits.h"
#include "vgpu/program/select.h"

/* The comparison of a vset, vset2 or vset4; false where it has none that they know. */
bool video_find_compare(const struct vgpu_decoder *decoder, enum math_compare *out_compare);

#endif
