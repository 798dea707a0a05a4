/*
 * Functions that the device provides to programs, called for one lane at a time.
 */
#ifndef VGPU_WARP_EXTERNAL_H
#define VGPU_WARP_EXTERNAL_H

#include "vgpu/execution/execution.h"

struct external_context {
    struct vgpu_warp *warp;
    uint8_t *frame;
    const struct vgpu_op *op;
    uint32_t lane;
};

/* Arguments and results of up to 8 bytes. */
uint64_t external_argument(const struct external_context *context, uint32_t index);
void external_result(const struct external_context *context, uint64_t value);

/* Reads memory as the lane sees it; false after a finding. */
bool external_read(const struct external_context *context, uint64_t address, void *out, uint32_t size_bytes);
/* A string; cut where `out` is full, always terminated. */
bool external_text(const struct external_context *context, uint64_t address, char *out, size_t capacity);

/* Each returns false if the launch is over. */
bool external_print(struct external_context *context);

/* A call by `lanes`: vprintf, malloc, free, __assertfail. */
const struct vgpu_op *external_call(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint32_t lanes);
bool external_exists(const char *name);
bool external_uses_heap(const char *name);

#endif
