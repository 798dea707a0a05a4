/* The names of counters: the plain one on screens, and the exact ones of JSON and the profiler. */
#ifndef APP_COUNTER_NAMES_H
#define APP_COUNTER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct counter_name {
    const char *plain;  /* "sectors loaded from global memory", in the learner's language */
    const char *exact;  /* "global_load_sectors" */
    const char *metric; /* of Nsight Compute; "": it has none */
    bool is_ratio;      /* derived from others, as gates use it; these come last */
};

/* False: there are fewer. */
bool counter_names_at(size_t index, struct counter_name *out_name);

#endif
