/*
 * One model of what several devices did together.
 */
#ifndef GRADER_MODEL_DEVICES_INTERNAL_H
#define GRADER_MODEL_DEVICES_INTERNAL_H

#include "device/device.h"

/*
 * Counts and bytes are summed; the time is that until the last is done; what limits is what limits the longest launch
 * of all. At least one device.
 */
void model_of_devices(struct device *const *devices, int count, struct device_model *out_model);

#endif
