/*
 * One model of what several devices did together.
 */
#ifndef GRADER_TIME_MODELLED_MODEL_DEVICES_H
#define GRADER_TIME_MODELLED_MODEL_DEVICES_H

#include "device/modelling.h"

/*
 * Counts and bytes are summed; the time is that until the last is done; what limits is what limits the longest launch
 * of all. At least one device.
 */
void model_of_devices(const struct device_model *models, int count, struct device_model *out_model);

#endif
