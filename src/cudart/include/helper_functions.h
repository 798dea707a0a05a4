/* The helpers of CUDA's public samples: options, stop watches, comparison. */
#ifndef WARPSCHOOL_HELPER_FUNCTIONS_H
#define WARPSCHOOL_HELPER_FUNCTIONS_H

#include <algorithm>
#include <assert.h>
#include <fstream>
#include <iostream>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <vector>

#include "helper_string.h"
#include "helper_timer.h"

/* Whether all but a share `threshold` of the elements differ by `epsilon` at most. */
template <class T, class S>
bool compareData(const T *reference, const T *data, unsigned int count, S epsilon, float threshold)
{
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < count; i++) {
        double difference = (double)reference[i] - (double)data[i];
        wrong += !(difference <= (double)epsilon && difference >= -(double)epsilon);
    }
    return threshold == 0.0f ? wrong == 0 : (float)wrong < threshold * (float)count;
}

/* Whether the norm of the difference is at most `epsilon` of the reference's norm. */
static inline bool sdkCompareL2fe(const float *reference, const float *data, unsigned int count, float epsilon)
{
    double difference = 0, norm = 0;
    for (unsigned int i = 0; i < count; i++) {
        difference += ((double)reference[i] - data[i]) * ((double)reference[i] - data[i]);
        norm += (double)reference[i] * reference[i];
    }
    return norm > 0 && sqrt(difference) / sqrt(norm) < epsilon;
}

template <class T, class S>
bool sdkWriteFile(const char *name, const T *data, unsigned int count, S epsilon, bool verbose, bool append = false)
{
    (void)verbose;
    std::ofstream file(name, append ? std::ios::app : std::ios::trunc);
    file << "# " << epsilon << "\n";
    for (unsigned int i = 0; i < count; i++)
        file << data[i] << " ";
    return file.good();
}

#endif
