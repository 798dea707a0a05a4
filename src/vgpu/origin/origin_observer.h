/* The watch for the origin of a NaN: its row of observers.h. */
#ifndef VGPU_ORIGIN_ORIGIN_OBSERVER_H
#define VGPU_ORIGIN_ORIGIN_OBSERVER_H

#include "vgpu/execution/observer.h"
#include "vgpu/origin/origin.h"

static const struct vgpu_observer origin_observer = {.launch_begin = origin_begin};

#endif
