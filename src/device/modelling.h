/*
 * What a device has that models time instead of measuring it: launches that run a sample of their blocks, buffers whose
 * content is made where it is touched, and what the time model said.
 */
#ifndef DEVICE_MODELLING_H
#define DEVICE_MODELLING_H

#include "device/device.h"

/* Makes bytes of a lazy buffer, see allocate_lazy. */
typedef void device_fill_function(void *context, uint64_t offset, void *out, uint64_t size_bytes);

enum { DEVICE_TERMS_MAX = 24, DEVICE_WRITTEN_MAX = 32, DEVICE_PATH_WORDS = 64 };

/* A term of the time model: how long the launches would take if only this were finite. */
struct device_term {
    const char *name; /* "dram" */
    double ns;
};

/* Bytes that launches write to a buffer, each counted once per launch. */
struct device_written {
    device_address address;
    double bytes;
};

/* What the time model said of all launches since it was switched on. */
struct device_model {
    double elapsed_ns, error; /* up to what may still overlap, at the latest synchronise all; error: as a fraction */
    double alone_ns;          /* the sum of what launches and copies would take, each alone on an idle device */
    double longest_ns;        /* of one launch */
    double joules, joules_error;
    uint32_t launches;
    uint32_t copies;                            /* and fills */
    int limiter_line;                           /* of the learner's source; 0 unknown */
    const char *limiter_name;                   /* "dram", of the longest launch */
    char limiter[384];                          /* a sentence, of the longest launch */
    struct device_term terms[DEVICE_TERMS_MAX]; /* summed over the launches */
    int term_count;
    struct device_written written[DEVICE_WRITTEN_MAX];
    int written_count;
    struct device_written most_written[DEVICE_WRITTEN_MAX]; /* no more than that, as far as samples tell */
    int most_written_count;
    bool knows_most_written;                                   /* they tell it of every launch */
    double dram_bytes, l2_bytes, warp_instructions, occupancy; /* the last: of the longest launch */
    double flops;                                              /* computed, of use or not */
    uint64_t order; /* alike where the same streams were given the same launches and copies, and waits for each other */
    uint64_t path[DEVICE_PATH_WORDS]; /* instructions of the module that ran, a bit each */
    double most_stored;               /* bytes that launches, copies and fills write, as far as samples tell */
    bool knows_most_stored;
    double link_bytes;  /* that cross to and from other devices: of copies, and with their headers those of kernels */
    bool reads_earlier; /* what a launch does follows from what an earlier one wrote: its sample wrote only a part */
    bool depends_on_unsampled_blocks; /* some values follow from what blocks outside of the sample write */
    bool writes_variables;            /* of its module, which the next run in it would find */
    bool ran_whole;                   /* every launch did: all values are there, neither of the two above holds */
};

struct device_modelling {
    bool is_on;            /* launches run a sample of their blocks and add to `model` */
    bool runs_whole;       /* each of these runs whole afterwards: later ones find what it writes (no lazy buffers) */
    uint64_t sample_limit; /* warp instructions that the sample of a launch may take; 0: a second's worth or so */
    uint64_t sample_run_limit; /* work of one run of its blocks, see timing/time_model.h; 0: what slow kernels take */
    /* and those that are left for further blocks, which run for what they write alone: each launch takes up to half */
    uint64_t further_left;
    const device_address *wanted; /* what these are to write, as far as can be told; NULL: anything */
    uint64_t wanted_count;
    struct device_model model;
    /* A buffer whose content is made where it is touched; `fill` NULL: zeros. */
    bool (*allocate_lazy)(struct device *device, uint64_t size_bytes, const char *name, device_fill_function *fill,
                          void *context, device_address *out_address, struct error *error);
    /* Bytes of such a buffer that kernels have written, a bit each; NULL for other buffers. */
    const uint64_t *(*lazy_written)(struct device *device, device_address address);
};

#endif
