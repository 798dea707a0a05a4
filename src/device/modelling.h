/*
 * The parts of a device that models time: launches that run a sample of their blocks, lazy buffers,
 * and the time model's results.
 */
#ifndef DEVICE_MODELLING_H
#define DEVICE_MODELLING_H

#include "device/device.h"

/* Makes bytes of a lazy buffer, see allocate_lazy. */
typedef void device_fill_function(void *context, uint64_t offset, void *out, uint64_t size_bytes);

enum { DEVICE_TERMS_MAX = 24, DEVICE_STORED_MAX = 32, DEVICE_SPANS_MAX = 2048, DEVICE_BLOCKS_MOST = 16 };

/* A launch, copy or fill on the model's clock. */
struct device_span {
    double begin_ns, end_ns;
};

/* A term of the time model: the launches' time if only this resource were limited. */
struct device_term {
    const char *name; /* "dram" */
    double ns;
};

/* The bytes that launches write to a lazy buffer, by the blocks that ran. Each byte counts once. */
struct device_stored {
    device_address address;
    double bytes;
    double doubt; /* so many bytes more or less; 0: all blocks ran */
};

/* A doubt of at least this: it is not known how many bytes are written. */
#define DEVICE_STORED_UNKNOWN 1e300

/* A block that was stopped because it did more than it may, see timing/time_model.h. */
struct device_excess {
    double instructions; /* until then; 0: no block did more */
    int line;            /* that has most of them; 0: unknown */
    uint64_t blocks;     /* of that launch */
    bool sees_order;     /* its blocks can share the work through atomics or flags */
};

/* Parts of a told limiter that others look for, as the time model words them. */
#define MODELLING_DRAM "DRAM bandwidth"
#define MODELLING_HELD_UP "It is held up by {cause}."

/* The time model's results for all launches since time_begin. */
struct device_model {
    /*
     * without work that may still overlap; complete after synchronising all; error: as a fraction
     */
    double elapsed_ns, error;
    double alone_ns;   /* the sum over launches and copies, each alone on an idle device */
    double longest_ns; /* of one launch */
    double joules, joules_error;
    uint32_t launches;
    uint32_t copies;                            /* and fills */
    int limiter_line;                           /* of the learner's source; 0: unknown */
    const char *limiter_name;                   /* "dram", of the longest launch */
    char limiter[1200];                         /* told (base/told.h), of the longest launch */
    struct device_term terms[DEVICE_TERMS_MAX]; /* summed over the launches */
    int term_count;
    struct device_stored stored[DEVICE_STORED_MAX];
    int stored_count;
    double dram_bytes, l2_bytes, occupancy; /* occupancy: of the longest launch */
    double run_work;                        /* of running all launches whole, in warp instructions */
    double issued, sectors;                 /* as in time_estimate */
    double issued_doubt;              /* by how much the samples may miss `issued`: their standard errors, summed */
    double link_bytes;                /* bytes to and from other devices, with the headers of kernels' accesses */
    bool reads_earlier;               /* a launch depends on an earlier one, whose sample wrote only a part */
    bool depends_on_unsampled_blocks; /* some values depend on blocks outside the sample */
    bool unsampled_blocks_decide;     /* and so does some time */
    bool has_short_blocks;   /* a launch that looks for them found some: `stored` is the most that is written */
    bool has_partial_blocks; /* then, that what they wrote is not to be compared */
    bool writes_variables;   /* of its module; a later run in the module would see them */
    /* every launch ran whole: all values exist, and the three flags above are false */
    bool ran_whole;
    struct device_excess excess; /* why there is no time */
};

/* How launches used a buffer or a variable. */
struct device_use {
    device_address start;
    uint64_t size_bytes;
    bool is_read, is_written; /* an atomic operation does both */
    bool is_heap;             /* a kernel's malloc created it */
};

/* Bits; those of enum vgpu_outcome. */
enum device_outcome { DEVICE_OUTCOME_FALSE = 1, DEVICE_OUTCOME_TRUE = 2 };

struct device_modelling {
    bool is_on;      /* launches run a sample of their blocks and add to `model` */
    bool runs_whole; /* each launch also runs whole, so later ones see its outputs (no lazy buffers) */
    /* with runs_whole: the whole run is also checked, counted and observed, as without modelling */
    bool observes_whole;
    uint64_t block_seed;     /* draws the blocks that are timed: the same for all kernels that are compared */
    bool needs_no_time;      /* only what blocks write is wanted; with runs_whole, no samples run */
    bool seeks_short_blocks; /* only that is wanted, see has_short_blocks */
    /*
     * The number of a condition, from 1, of which only the outcome is wanted. Each launch that may
     * come to it runs a few blocks. 0: none.
     */
    uint64_t sought;
    uint64_t sample_limit; /* warp instructions per sample of a launch; 0: about a second's worth */
    /* work of one run of its blocks, see timing/time_model.h; 0: enough for slow kernels */
    uint64_t sample_run_limit;
    uint64_t block_limit; /* such work of a block; 0: enough for slow kernels */
    /*
     * The instructions left for further blocks, which run for their outputs alone. Each launch
     * takes up to half. The device's seed draws them.
     */
    uint64_t further_left;
    double further_share; /* of a grid that further blocks may be: no more than in the launches before; 0: any */
    /* launches that are not modelled run at most so many blocks, from all over the grid; 0: all */
    uint64_t blocks_most;
    const device_address *wanted; /* outputs that further blocks must write, as far as known; NULL: any */
    uint64_t wanted_count;
    struct device_model model;
    /* Allocates a buffer whose contents are made when touched; `fill` NULL: zeros. */
    bool (*allocate_lazy)(struct device *device, uint64_t size_bytes, const char *name, device_fill_function *fill,
                          void *context, device_address *out_address, struct error *error);
    /* The written bytes of such a buffer, a bit each; NULL for other buffers. */
    const uint64_t *(*lazy_written)(struct device *device, device_address address);
    /*
     * The spans since time_begin of all devices of this group, in the order of the requests: known
     * after synchronising. Returns their number; the array holds the first DEVICE_SPANS_MAX.
     * `out_spans` can be NULL.
     */
    size_t (*spans)(const struct device *device, const struct device_span **out_spans);
    /* Whether launches wrote to the module's variables, or left memory on the heap. */
    bool (*keeps_values)(struct device *device, struct device_module *module);
    /*
     * Forgets how launches used memory. A launch with a modelled time forgets it, too, before it
     * runs whole.
     */
    void (*uses_begin)(struct device *device);
    /* The uses since then, from number 0 on. False: there are no more. */
    bool (*use_at)(struct device *device, size_t number, struct device_use *out_use);
    /*
     * The outcomes that the module's conditions had in all of its launches: a byte each. Conditions
     * are comparisons that loaded values do not decide. Their numbers follow from the PTX.
     */
    const uint8_t *(*outcomes)(const struct device_module *module, uint32_t *out_count);
    /* The bytes of the module's variables in global memory that launches wrote. */
    uint64_t (*variable_bytes)(const struct device_module *module);
};

#endif
