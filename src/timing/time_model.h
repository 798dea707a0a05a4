/*
 * The time model: from what a launch did to how long it takes on a given GPU.
 *
 * A sample of the launch's blocks runs on the virtual GPU. The time is the launch overhead plus a
 * soft maximum of terms. Each term is the time that the launch would take if only one thing were
 * finite: the throughput of a unit, a level of memory, or the warps that hide latency.
 * doc/time-model.md explains the terms and states the errors.
 *
 * The rooms of this layer:
 *
 *     costs     rates of a GPU, costs of instructions, links and copies
 *     traffic   bytes that a sample moves at each level, scaled to the launch
 *     schedule  cycles and work of one warp
 *     sample    which blocks run, and what follows from what they read and wrote
 *     limits    terms, time, limiter, energy and the sentence
 */
#ifndef TIMING_TIME_MODEL_H
#define TIMING_TIME_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "vgpu/occupancy.h"
#include "vgpu/vgpu.h"

enum time_limit {
#define TIME_LIMIT(id, name, meaning, advice) TIME_LIMIT_##id,
#include "timing/time_limits.def"
#undef TIME_LIMIT
    TIME_LIMIT_COUNT
};
/* Beyond L1: L2, DRAM, and the ways there. */
bool time_limit_is_of_memory(enum time_limit limit);
const char *time_limit_name(enum time_limit limit);

/* What the compiler made of a kernel; 0 where it is not known. */
struct time_resources {
    uint32_t registers;                 /* per thread */
    uint32_t local_loads, local_stores; /* instructions of its machine code */
    uint32_t frame_bytes;               /* of local memory per thread */
    const void *code;                   /* the kernel's machine code, borrowed; NULL: not known */
    size_t code_bytes;
};

enum { TIME_STORED_MAX = 32 };

/* More than any buffer has. */
#define TIME_STORED_UNKNOWN 1e300

/* Bytes of a lazy buffer that the launch writes, by the sample. Each byte counts once. */
struct time_stored {
    uint64_t address; /* of the buffer's start */
    double bytes;
    double doubt; /* so many bytes more or less */
};

/* The buffers that the launch writes. */
struct time_written {
    struct time_stored stored[TIME_STORED_MAX];
    int count;
    bool has_short_blocks;   /* some blocks end at once; `stored` is the most that all of them can write */
    bool has_partial_blocks; /* what other blocks wrote meanwhile is no value of theirs */
};

/* What limits the launch, where and why. */
struct time_cause {
    /*
     * The limiter that is named, and the longest term. They differ in two cases. A unit may be busy
     * for most of the time while warps wait for something else. Or a unit takes longest but works
     * far from its peak: then the limiter is LATENCY.
     */
    enum time_limit limiter, slowest;
    int line;          /* of the learner's source, that contributes most to that term; 0 unknown */
    double worth;      /* total_ns / the time without that term: the limiter's, or with LATENCY the slowest one */
    bool converts;     /* the special-function units are mostly used for conversions and votes */
    bool is_of_stack;  /* most of the slowest term is from local memory */
    bool is_of_spills; /* most sectors are of spilled registers, which no line of the source shows */
};

/* How the launch fits on the GPU. */
struct time_fit {
    uint32_t blocks_per_sm;
    double occupancy; /* warps that an SM holds / warps that it can hold */
    enum vgpu_occupancy_limit limit;
};

/* Traffic of the whole launch, in bytes. */
struct time_moved {
    double dram_read, dram_written, l2_read, l2_written;
    double link; /* from and to other devices */
    double l1_hit_rate;
};

/* Counts of the whole launch. */
struct time_counts {
    double warp_instructions;
    double run_work; /* of running the whole launch here, in warp instructions */
    double issued,
        sectors; /* PTX instructions of warps, and sectors of their loads and stores, as counters have them */
};

/* Values that a sample of the launch does not have. */
struct time_dependences {
    bool reads_earlier;           /* what an earlier launch wrote, of which a sample makes only a part */
    bool on_unsampled_blocks;     /* so, or it read a buffer that it wrote, or wrote a buffer again */
    bool unsampled_blocks_decide; /* and such values decide where it branches, or what it loads */
};

/* The blocks that ran for the estimate. */
struct time_sample {
    uint64_t blocks_run, blocks; /* of the sample, of the launch */
    double error;                /* standard error of the instructions per block, as a fraction */
    double extra_instructions;   /* warp instructions that extra blocks took */
    double extra_share;          /* of the grid that extra blocks are; 0: none ran */
};

/* A block that was stopped, because it did more than it may. */
struct time_excess {
    double instructions; /* of its warps until then; 0: no block did more */
    int line;            /* of the learner's source that has most of them; 0: unknown */
    uint64_t blocks;     /* of the launch */
};

struct time_estimate {
    double total_ns;
    double error; /* of the model for such kernels, as a fraction: 0.2 is +-20 % */
    double terms_ns[TIME_LIMIT_COUNT];
    double busy[TIME_LIMIT_COUNT]; /* share of the unit's peak, as a profiler counts it; 0 for terms without a unit */
    double joules, joules_error;   /* the error as a fraction */
    struct time_cause cause;
    struct time_fit fit;
    struct time_moved moved;
    struct time_counts counts;
    struct time_written written;
    struct time_dependences dependences;
    struct time_sample sample;
    struct time_excess excess; /* why there is no estimate */
};

/* Estimates of a run's launches, which later launches with equal samples take (repeats.h). */
struct time_repeats;
struct time_repeats *time_repeats_new(void); /* NULL without memory, which is allowed in a request */
void time_repeats_free(struct time_repeats *repeats);
void time_repeats_forget(struct time_repeats *repeats); /* before another run */

struct time_request {
    struct time_repeats *repeats; /* NULL: every launch is estimated by itself */
    struct vgpu_launch launch;    /* `checks`, `sample` and `profile` are ignored */
    struct time_resources resources;
    uint64_t seed;               /* decides which blocks are drawn */
    uint64_t instruction_limit;  /* warp instructions to spend; 0: about a second */
    uint64_t run_limit;          /* work of one run of blocks, see vgpu/profile.h; 0: enough for slow kernels */
    uint64_t block_limit;        /* such work that a block may do by itself; 0: enough for slow kernels */
    bool needs_no_time;          /* only what blocks write is wanted: extra blocks run alone */
    bool seeks_short_blocks;     /* only that is wanted, see has_short_blocks */
    bool keeps_memory;           /* what the sample writes is taken back, except in lazy buffers */
    uint64_t extra_seed;         /* decides which extra blocks are drawn */
    double extra_share;          /* of the grid that extra blocks may be at most; 0: any */
    uint64_t extra_instructions; /* to spend on extra blocks, for what they write; 0: none run */
    const uint64_t *wanted;      /* addresses that extra blocks should write, as far as possible; NULL: anywhere */
    uint64_t wanted_count;
};

/*
 * Runs a sample of the launch's blocks on the device's memory, which changes, and estimates the
 * time of the whole launch.
 *
 * Errors: those of vgpu_launch(). UNSUPPORTED where the sample faulted, did not end, or the
 * architecture has no rates. RANGE where a block does more than `block_limit`: the estimate then
 * has its `excess` and nothing else. CRASH where it faulted on values that follow from the inputs
 * alone. TIMEOUT where it waits for such a value.
 */
bool time_model_estimate(struct vgpu_module *module, const struct time_request *request,
                         struct time_estimate *out_estimate, struct error *error);

/* A copy or fill of a plan, by itself. */
struct time_copy {
    double launch_ns;           /* before it begins, as for a kernel */
    double work_ns;             /* after that */
    double dram_ns, l2_ns;      /* that its bytes keep these busy */
    double link_ns;             /* the same for the link between two devices */
    double dram_bytes;          /* read and written */
    double error;               /* as a fraction */
    int to_device, from_device; /* numbers of the devices; equal: a copy within one */
};

/*
 * Estimates a copy in a stream of `device`; `from` 0: a fill. Errors: UNSUPPORTED as for a launch.
 */
bool time_copy_estimate(const struct vgpu *device, uint64_t to, uint64_t from, uint64_t size_bytes,
                        struct time_copy *out_copy, struct error *error);

/* Tells (base/told.h): "Limited by DRAM bandwidth at line 12 (92 % of its peak). ...". */
void time_sentence(const struct time_estimate *estimate, char *out, size_t capacity);

#endif
