/*
 * Orders of blocks and warps on the virtual device. The order of the next launches is put into
 * device->inspection.
 */
#ifndef DEVICE_ORDER_H
#define DEVICE_ORDER_H

#include "vgpu/order.h"

#endif
