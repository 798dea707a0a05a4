/*
 * Energy: the power of the board at rest with its clocks up, and that of each resource while it is
 * busy.
 *
 * The watts are fitted by least squares on 20 kernels of kernels/calibration, against the energy
 * counter of an H100. doc/time-model.md says how well others agree. Other boards are scaled by
 * their rated power, which is a guess.
 */
#include "timing/limits/limits.h"

static const struct {
    int limit;
    double watts;
} draws[] = {
    {TIME_LIMIT_FMA, 333},   {TIME_LIMIT_INTEGER, 216}, {TIME_LIMIT_DOUBLE, 155}, {TIME_LIMIT_TENSOR, 230},
    {TIME_LIMIT_SHARED, 66}, {TIME_LIMIT_L2, 233},      {TIME_LIMIT_DRAM, 267},
};

#define REST_WATTS 120.0
#define FITTED_BOARD_WATTS 700.0

enum { ERROR_FITTED_PERCENT = 30, ERROR_OTHER_PERCENT = 60 };

void energy_find(const struct time_rates *rates, struct time_estimate *estimate)
{
    double nanojoules = REST_WATTS * estimate->total_ns;
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        nanojoules += draws[i].watts * estimate->terms_ns[draws[i].limit];
    double most = FITTED_BOARD_WATTS * estimate->total_ns;
    nanojoules = nanojoules < most ? nanojoules : most;
    estimate->joules = nanojoules * 1e-9 * rates->board_watts / FITTED_BOARD_WATTS;
    estimate->joules_error = (rates->is_fitted ? ERROR_FITTED_PERCENT : ERROR_OTHER_PERCENT) / 100.0;
}
