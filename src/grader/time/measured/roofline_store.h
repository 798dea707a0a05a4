/*
 * What a GPU was measured to reach, kept in a file of the state folder: measuring it takes a second that no learner
 * should wait for twice. Known by the GPU's own number and its driver's version, since either changes the figure.
 *
 * The file is ours to lose: one that is missing, damaged or of another version is written anew.
 */
#ifndef GRADER_TIME_MEASURED_ROOFLINE_STORE_H
#define GRADER_TIME_MEASURED_ROOFLINE_STORE_H

#include <stdbool.h>

#include "device/device.h"
#include "device/roofline.h"

#define ROOFLINE_FILE "gpu-roofline.json"

/* False: not known; always so without a folder, or for a GPU that has no number. */
bool roofline_store_find(const char *state_dir, const struct device_properties *properties,
                         struct roofline *out_roofline);

/* Nothing is said where it cannot be kept: it will be measured again. */
void roofline_store_keep(const char *state_dir, const struct device_properties *properties,
                         const struct roofline *roofline);

#endif
