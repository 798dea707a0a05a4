/*
 * The origin of a NaN or an infinity on the virtual device, the buffers of pointers, and the bytes
 * that are read. A watch is put into device->inspection before a launch.
 */
#ifndef DEVICE_ORIGIN_H
#define DEVICE_ORIGIN_H

#include "vgpu/origin.h"
#include "vgpu/pointers.h"
#include "vgpu/reads.h"

#endif
