/*
 * Adds up the models of several devices.
 */
#ifndef GRADER_TIME_MODELLED_MODEL_DEVICES_H
#define GRADER_TIME_MODELLED_MODEL_DEVICES_H

#include "device/modelling.h"

/*
 * Sums counts and bytes. The time ends with the last device. The limiter is that of the longest
 * launch. Needs at least one model.
 */
void model_of_devices(const struct device_model *models, int count, struct device_model *out_model);

#endif
