/*
 * The time model: from what a launch did to how long it takes on a given GPU.
 *
 * The time is the launch overhead plus a soft maximum of terms, each the time that the launch would take if only one
 * thing were finite: a unit's throughput, a level of the memory hierarchy, or the warps that can hide latency.
 * doc/time-model.md derives every term, names its source and states the errors.
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
const char *time_limit_name(enum time_limit limit);

/* What the compiler made of a kernel; 0 where it is not known. */
struct time_resources {
    uint32_t registers;                 /* per thread */
    uint32_t local_loads, local_stores; /* instructions of its machine code */
    uint32_t frame_bytes;               /* of local memory, of a thread */
    const void *code;                   /* the kernel's machine code, borrowed; NULL: not known */
    size_t code_bytes;
};

enum { TIME_WRITTEN_MAX = 16 };

/* Bytes of a buffer that the launch writes, each counted once, by the sample. */
struct time_written {
    uint64_t address; /* where the buffer starts */
    double bytes;
};

/* Instructions of the program that ran, a bit each; beyond that many, a bit stands for several. */
enum { TIME_PATH_WORDS = 64 };
struct time_path {
    uint64_t words[TIME_PATH_WORDS];
};

struct time_estimate {
    double total_ns;
    double error; /* of the model for such kernels, as a fraction: 0.2 is +-20 % */
    double terms_ns[TIME_LIMIT_COUNT];
    double busy[TIME_LIMIT_COUNT]; /* of a unit's term: the share of its peak, as a profiler counts it; else 0 */
    /*
     * What is named, and the longest term. They differ where a unit is busy for most of the time and something else is
     * waited for, and where a unit takes longest but works far from its peak: then the limiter is LATENCY.
     */
    enum time_limit limiter, slowest;
    double worth;     /* total_ns / the time without the term: the limiter's, or the slowest where that is waited for */
    int limiter_line; /* of the learner's source, that contributes most to that term; 0 unknown */
    /* how it fits on the GPU */
    uint32_t blocks_per_sm;
    double occupancy; /* warps that an SM holds / warps that it can hold */
    double waves;     /* blocks / blocks that run at a time */
    enum vgpu_occupancy_limit occupancy_limit;
    /* traffic of the whole launch */
    double dram_read_bytes, dram_write_bytes, l2_read_bytes, l2_write_bytes, l1_hit_rate;
    double link_bytes; /* from and to other devices */
    double warp_instructions;
    struct time_written written[TIME_WRITTEN_MAX];
    int written_count;
    struct time_written most_written[TIME_WRITTEN_MAX]; /* no more than that, as blocks from all over the grid say */
    int most_written_count;
    bool knows_most_written; /* false: there were too few of them; true: buffers that are not named are not written */
    bool reads_earlier; /* what it does follows from what an earlier launch wrote, of which samples make only a part */
    bool depends_on_unsampled_blocks; /* so, or it read and wrote one buffer, or wrote one again: values follow from
                                         what else ran */
    double joules, joules_error;      /* error as a fraction */
    uint64_t blocks_run, blocks;      /* of the sample, of the launch */
    double sample_error;              /* standard error of the instructions per block, as a fraction */
    double flops;                     /* of the launch */
    struct time_path path;
    double most_stored; /* bytes, by all of its blocks and to all buffers, as further blocks say */
    bool knows_most_stored;
    double extra_instructions; /* that were spent on more blocks */
    double elapsed_ns;         /* of making the estimate */
};

struct time_request {
    struct vgpu_launch launch; /* `checks`, `sample` and `profile` are not looked at */
    struct time_resources resources;
    uint64_t seed;               /* which blocks are drawn */
    uint64_t instruction_limit;  /* warp instructions to spend on it; 0: about a second */
    uint64_t run_limit;          /* work of one run of blocks, see vgpu/profile.h; 0: what slow kernels take */
    bool needs_no_time;          /* only what the blocks write, and what they cost: caches are not played */
    bool keeps_memory;           /* what the sample writes is taken back (not from lazy buffers) */
    uint64_t extra_instructions; /* to spend on more blocks, for what they write alone; 0: none run */
    const uint64_t *wanted;      /* addresses that these blocks are to write, as far as can be told; NULL: anywhere */
    uint64_t wanted_count;
};

/*
 * Runs a sample of the launch's blocks on the device's memory (which they change) and estimates the time of all of it.
 * Errors: those of vgpu_launch; UNSUPPORTED where the sample faulted, did not end, or the architecture has no rates;
 * CRASH where it faulted on values that follow from the inputs alone; TIMEOUT where it waits for one of these.
 */
bool time_model_estimate(struct vgpu_module *module, const struct time_request *request,
                         struct time_estimate *out_estimate, struct error *error);

/* A copy or fill of a plan, by itself. */
struct time_copy {
    double launch_ns;           /* before it begins, as for a kernel */
    double work_ns;             /* behind that */
    double dram_ns, l2_ns;      /* what its bytes keep these busy */
    double link_ns;             /* and the link between two devices */
    double dram_bytes;          /* read and written */
    double error;               /* as a fraction */
    int to_device, from_device; /* their numbers; the same: within one */
};

/* In a stream of `device`. `from` 0: a fill. Errors: UNSUPPORTED as for a launch. */
bool time_copy_estimate(const struct vgpu *device, uint64_t to, uint64_t from, uint64_t size_bytes,
                        struct time_copy *out_copy, struct error *error);

/* "limited by DRAM bandwidth (line 12); 1.3 times faster without it: move fewer bytes" into `out`. */
void time_sentence(const struct time_estimate *estimate, char *out, size_t capacity);

#endif
