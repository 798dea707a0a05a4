/*
 * The measured rooflines of GPUs, in a file of the state folder. Measuring takes a second, and a
 * learner waits for it only once. The GPU's UUID and its driver's version are the key, because both
 * change the figure.
 *
 * A missing, damaged or outdated file is replaced.
 */
#ifndef GRADER_TIME_MEASURED_ROOFLINE_STORE_H
#define GRADER_TIME_MEASURED_ROOFLINE_STORE_H

#include <stdbool.h>

#include "device/device.h"
#include "device/roofline.h"

#define ROOFLINE_FILE "gpu-roofline.json"

/* False: unknown. Always false without a folder, or for a GPU without a UUID. */
bool roofline_store_find(const char *state_dir, const struct device_properties *properties,
                         struct roofline *out_roofline);

/* Reports no error: a lost figure is measured again. */
void roofline_store_keep(const char *state_dir, const struct device_properties *properties,
                         const struct roofline *roofline);

#endif
