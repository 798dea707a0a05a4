/*
 * The stages of the time model: occupancy, caches, the schedule of a warp, the limits.
 */
#ifndef VGPU_TIME_TIME_H
#define VGPU_TIME_TIME_H

#include "vgpu/launch/device.h"
#include "vgpu/profile.h"
#include "vgpu/time_model.h"

struct time_rates {
    const char *name;
    double fma_lanes, integer_lanes, double_lanes, special_lanes;
    double tensor_fma, tensor_cycles; /* f16 multiply-adds a cycle and SM; cycles until m16n8k16 is ready */
    double l1_cycles, shared_cycles, l2_cycles, dram_cycles;
    double l2_bytes_per_cycle, dram_efficiency;
    double launch_ns, dispatch_ns;
    double board_watts;
    bool is_fitted;
};
/* NULL if there are none. */
const struct time_rates *time_rates_find(const char *architecture);

/* --- time_link.c ------------------------------------------------------------------------------------------------- */

/* A link between two devices. */
struct time_link {
    double rate_share;       /* of the datasheet's rate: headers and all */
    double header_bytes;     /* of a packet */
    double latency_ns;       /* more than the memory behind it has */
    double push_ns, pull_ns; /* before a copy, by the device that orders it */
    bool is_measured;
};
/* Never NULL. */
const struct time_link *time_link_find(const char *architecture);
/* What one line of a request puts on the link, in the direction of its data. */
double time_link_packet_bytes(const struct time_link *link, uint32_t sectors, bool is_atomic);
/* Of such bytes in one direction. */
double time_link_ns(const struct time_link *link, const struct vgpu_architecture *architecture, double bytes);
/* Of a copy's bytes, without its set-up. */
double time_link_copy_ns(const struct time_link *link, const struct vgpu_architecture *architecture, double bytes);

/* --- time_sharing.c ---------------------------------------------------------------------------------------------- */

enum { TIME_SHARED_MAX = 16 };

/* Of the halves of lines of a buffer that a block's neighbour in x, y and z loads: how many there are, and those that
 * the block loads. */
struct time_shared {
    uint64_t address;
    double halves[3], common[3];
};
struct time_sharing {
    struct time_shared buffers[TIME_SHARED_MAX];
    int count; /* 0: not known */
    uint32_t grid[3];
};
/* `block` is the first of the window's, and takes `per_block` of work. Nothing is known where that is little. */
void time_sharing_find(struct vgpu_module *module, const struct time_request *request,
                       const struct vgpu_profile *window, uint64_t block, double per_block,
                       struct time_sharing *out_sharing);
/* How often the bytes that one block loads of a buffer are in what `blocks` blocks in a row load; 0 if not known. */
double time_sharing_distinct(const struct time_sharing *sharing, uint64_t address, double blocks);

/* --- time_streams.c ---------------------------------------------------------------------------------------------- */

/* Where an instruction reads or writes: the first line of each block that was seen, by the block's number. */
struct time_stream {
    double count, blocks, lines, blocks_squared, products, lines_squared; /* of these pairs; sums */
    double spans;                                                         /* from the first to the last, summed */
    uint64_t first, last;                                                 /* lines, of all that it touched */
};
struct time_streams {
    struct time_stream *ops; /* by op; owned; NULL: nothing was seen */
    uint32_t op_count;
};
/* Adds blocks from all over the grid, whose numbers in it are `blocks`. False without memory. */
bool time_streams_add(const struct vgpu_profile *profile, const uint64_t *blocks, struct time_streams *streams);
void time_streams_done(struct time_streams *streams);
/* As many lines further with each block; false if it does not go through memory like that. */
bool time_stream_step(const struct time_stream *stream, double *out_lines);
/* How many blocks in a row may touch the same line; infinite where it does not go through memory like that. */
double time_stream_overlap(const struct time_stream *stream);
/* By how many blocks op `ahead` is earlier than op `behind` at the same lines; 0 where it is not. */
double time_streams_lead(const struct time_streams *streams, uint32_t ahead, uint32_t behind);

/* --- time_occupancy.c -------------------------------------------------------------------------------------------- */

struct time_shape {
    uint32_t block_threads, block_warps;
    uint64_t blocks;
    uint32_t blocks_per_sm; /* at least 1 */
    int limit;              /* as time_estimate.occupancy_limit */
    double active_sms;      /* that get a block */
    double sm_blocks;       /* most blocks that one SM gets */
    double imbalance;       /* what the SM with most to do has beside the others; set by who runs the sample */
    uint32_t resident;      /* blocks that an SM holds in this launch */
    uint32_t l1_bytes;      /* what shared memory leaves */
    const struct time_sharing *sharing; /* between neighbours; NULL: the sample shows it */
    const struct time_streams *streams; /* never NULL where traffic is found */
};
void time_shape_find(const struct vgpu_architecture *architecture, const struct vgpu_kernel *kernel,
                     const struct time_request *request, struct time_shape *out_shape);

/* --- time_traffic.c ------------------------------------------------------------------------------------------------
 */

/* What became of the requests of one op. */
struct time_op_traffic {
    double requests, missed_l1, missed_l2; /* requests; those of which some sector did */
    double linked;     /* those of which some line is another device's; not among those that missed L2 */
    double awaited_l2; /* that wait for DRAM because another warp asked it a moment ago; not among those that missed */
    double lines, missed_lines;
    double fresh, asked;  /* share to 64 bytes that the warp has not asked for a moment ago, of so many loads */
    double fetched_bytes; /* from DRAM */
    double found_share;   /* of what it fetched: other blocks did so before, see time_extrapolate.c */
    bool is_there;        /* they did long before */
    int extent;           /* the simulation's number of the buffer that the first request went to */
    bool is_added_up;     /* atomics: by each warp, before one lane of it goes to memory */
};
/* Of the profiled blocks together, unless it says otherwise. */
struct time_traffic {
    struct time_op_traffic *ops; /* by op; owned */
    double l1_lines;             /* passes over L1's tags and data */
    double loads, load_hits;     /* sectors */
    double missed_lines, missed_sectors;
    double store_sectors;
    double partial_lines, partial_sectors;   /* of stores that do not fill the sectors they touch */
    double gathered_lines, gathered_sectors; /* of them, to lines that warps of one SM fill together */
    double atomic_sectors;
    double atomic_repeats;                         /* lanes that go one by one to lines at which several meet */
    double hottest_ns;                             /* that atomics keep the line busy which they meet at most often */
    double link_read_bytes, link_written_bytes;    /* what crosses to and from other devices, headers and all */
    double link_cycles;                            /* more than L2 takes, until it has crossed */
    double dram_read_bytes, dram_write_bytes;      /* scaled to the whole launch */
    double dram_cost_bytes;                        /* of a stream that would take DRAM as long */
    double blocks;                                 /* profiled */
    struct time_written written[TIME_WRITTEN_MAX]; /* by the whole launch */
    int written_count;
};
/*
 * The first `blocks` blocks of the profile are what `groups` SMs hold at a time, SM after SM; blocks behind them only
 * show how far the launch reaches. `intensity`: requests of an average block beside those of these.
 */
bool time_traffic_find(struct vgpu *device, const struct vgpu_profile *profile, const struct time_shape *shape,
                       uint32_t groups, uint64_t blocks, double intensity, struct time_traffic *out_traffic);
/* None of it: for who asks for no time. */
bool time_traffic_leave_out(const struct vgpu_profile *profile, struct time_traffic *out_traffic);
void time_traffic_done(struct time_traffic *traffic);

/* --- time_cost.c ------------------------------------------------------------------------------------------------- */

/* What one warp instruction costs after ptxas: instructions, the pipes that they use (in warps), cycles to the result.
 */
struct time_cost {
    double issue, fma, integer, fp64, special, latency;
    double tensor; /* multiply-adds, as many of f16 as take the tensor cores that long */
};
void time_cost_find(const struct ptx_instruction *instruction, const struct time_rates *rates,
                    struct time_cost *out_cost);

/* --- time_tensor.c ----------------------------------------------------------------------------------------------- */

void time_tensor_cost(const struct ptx_instruction *instruction, const struct time_rates *rates,
                      struct time_cost *out_cost);

/* Multiply-adds of a product of matrices, for the warp that issues it; 0 for other instructions. */
double time_tensor_products(const struct ptx_instruction *instruction);

/* --- time_path.c ------------------------------------------------------------------------------------------------- */

void time_path(const struct vgpu_profile *profile, struct time_path *out_path);

/* --- time_flops.c ------------------------------------------------------------------------------------------------ */

/* Of the profiled blocks together. */
double time_flops(const struct vgpu_profile *profile);

/* --- time_machine.c ---------------------------------------------------------------------------------------------- */

/* Of loads and stores the registers that they move are counted, of the others the instructions. */
enum time_machine_class {
    TIME_MACHINE_GLOBAL_LOAD,
    TIME_MACHINE_SHARED_LOAD,
    TIME_MACHINE_GLOBAL_STORE,
    TIME_MACHINE_SHARED_STORE,
    TIME_MACHINE_SHUFFLE,
    TIME_MACHINE_BARRIER,
    TIME_MACHINE_ARITHMETIC, /* products and sums of f32 */
    TIME_MACHINE_OTHER,
    TIME_MACHINE_CLASSES
};
enum { TIME_MACHINE_LOOPS_MAX = 64 };

/* Instructions that end with a branch to the first of them, and have no other. */
struct time_machine_loop {
    uint32_t first, last;
    double counts[TIME_MACHINE_CLASSES];
    uint32_t global_loads; /* instructions */
    uint32_t local_loads, local_stores;
};
struct time_machine {
    const uint8_t *code;
    uint32_t count;              /* instructions */
    uint32_t widest_shared_load; /* bytes a lane; 0 where there is none */
    struct time_machine_loop loops[TIME_MACHINE_LOOPS_MAX];
    int loop_count;
};
/* `code` NULL: no loops. It is borrowed. Any bytes are safe. */
void time_machine_read(const void *code, size_t size_bytes, struct time_machine *out_machine);

/*
 * The loop, from number `*next` on, which ptxas made of one that counts `counts` and goes `rounds` rounds each time it
 * is entered; NULL if there is none. Of a loop that was unrolled several times over it is the one where most rounds are
 * spent. Moves `*next` behind it.
 */
const struct time_machine_loop *time_machine_match(const struct time_machine *machine,
                                                   const double counts[TIME_MACHINE_CLASSES], double rounds, int *next,
                                                   uint32_t *out_copies);

struct time_machine_latencies {
    double global_cycles, shared_cycles; /* of the loads that take longest */
    const double *by_load;               /* of each load from global memory, in the order of the PTX */
    uint32_t load_count;
};
/* Of one warp by itself, for one round of the loop. Loads are told apart where the loop has all of them, one by one. */
double time_machine_cycles(const struct time_machine *machine, const struct time_machine_loop *loop,
                           const struct time_machine_latencies *latencies);

/* --- time_schedule.c --------------------------------------------------------------------------------------------- */

/* Of the profiled blocks together, per warp. */
struct time_work {
    double cycles;       /* of one warp alone, from its first to its last instruction */
    double stall_cycles; /* of them waiting for memory */
    double issue, fma, integer, fp64, special, tensor;
    double shared_passes, shuffles, barriers;
    double atomics;                         /* on global memory */
    double burst_registers, dram_registers; /* that loads from DRAM fill: most in one stretch at once, all */
    int heaviest_line;                      /* by instructions */
    int longest_line;                       /* by waiting */
};
bool time_work_find(const struct vgpu_profile *profile, const struct time_rates *rates,
                    const struct time_traffic *traffic, const struct time_machine *machine, struct time_work *out_work);

/* --- time_spills.c ------------------------------------------------------------------------------------------------ */

/* Adds what the machine code loads from and stores to local memory beyond what the PTX does. */
void time_spills_add(const struct vgpu *device, const struct time_resources *resources, const struct time_shape *shape,
                     const struct time_machine *machine, const struct vgpu_profile *profile,
                     struct time_traffic *traffic, struct time_work *work);

/* --- time_line.c ------------------------------------------------------------------------------------------------- */

/* The learner's line that brings most to the term; 0 where the term has no line of its own or none is known. */
int time_line_find(enum time_limit limit, const struct vgpu_profile *profile, const struct time_traffic *traffic);

/* --- time_uses.c ------------------------------------------------------------------------------------------------- */

/* Around the sample's runs: fills in reads_earlier and is_entangled. */
void time_uses_begin(struct vgpu *device);
void time_uses_find(struct vgpu *device, struct time_estimate *estimate);

/* Since time_uses_begin(), nothing was read that a kernel may write: what was waited for in there never comes. */
bool time_uses_only_inputs(const struct vgpu *device);

/* --- time_values.c ------------------------------------------------------------------------------------------------ */

/* Whether values in memory decide where the kernel branches or what it accesses; true also where that is not known. */
bool time_depends_on_values(const struct vgpu_profile *profile);

/* --- time_memory.c ----------------------------------------------------------------------------------------------- */

/* A buffer as it was; `bytes` NULL: nothing had been written to it. */
struct time_kept_buffer {
    struct vgpu_buffer *buffer;
    uint8_t *bytes;
    uint64_t *defined;
    bool all_defined;
};
struct time_kept {
    struct time_kept_buffer *buffers;
    size_t count;
};
/* Of all buffers of the device that kernels may write, but lazy ones. MEMORY where they are more than 512 MiB. */
bool time_memory_keep(struct vgpu *device, struct time_kept *out_kept, struct error *error);
/* Between time_uses_begin() and time_uses_find(): those that were written since are as they were. */
void time_memory_restore(struct vgpu *device, struct time_kept *kept);
void time_memory_forget(struct time_kept *kept);

/* --- time_written.c ---------------------------------------------------------------------------------------------- */

enum { TIME_STORE_PARTS = 4 };

/* Bytes that blocks of each part of a sample write to each buffer, per block. */
struct time_stores {
    uint64_t addresses[TIME_WRITTEN_MAX];
    double bytes[TIME_WRITTEN_MAX][TIME_STORE_PARTS];
    int count;
    bool is_known; /* set by whoever begins */
};
void time_stores_add(struct vgpu *device, const struct vgpu_profile *profile, int part, struct time_stores *stores);

/* Fills in most_written, from the parts that were added, for a launch of `blocks` blocks. */
void time_stores_find(const struct time_stores *stores, int part_count, uint64_t blocks,
                      struct time_estimate *estimate);

/* --- time_energy.c ----------------------------------------------------------------------------------------------- */

/* Fills in the joules; the terms and the time are there. */
void time_energy_find(const struct time_rates *rates, struct time_estimate *estimate);

/* --- time_busy.c ------------------------------------------------------------------------------------------------- */

/* Fills in `busy`; the terms and the time are there. */
void time_busy_find(const struct vgpu_architecture *architecture, const struct time_shape *shape,
                    const struct time_traffic *traffic, double intensity, struct time_estimate *estimate);

/* --- time_limits.c ----------------------------------------------------------------------------------------------- */

void time_limits_find(const struct vgpu_architecture *architecture, const struct time_rates *rates,
                      const struct time_shape *shape, const struct time_traffic *traffic, const struct time_work *work,
                      double intensity, struct time_estimate *estimate);

#endif
