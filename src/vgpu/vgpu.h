/*
 * The virtual GPU: executes PTX on the CPU, warp by warp, checks every access and counts
 * everything.
 *
 * A `struct vgpu` is one device: an address space of named buffers with shadow state. Programs are
 * loaded from a parsed ptx_program. A launch runs one kernel to its end and leaves a report. The
 * same launch on the same memory gives the same results, findings and counters, bit for bit. This
 * holds on any CPU and with any number of threads.
 *
 * Device addresses are 64-bit. Every buffer starts at a multiple of 256 bytes and is followed by a
 * gap that belongs to no buffer. Memory is committed at its first access. All calls for one device
 * come from one thread.
 *
 * Each room includes only those above it (src/rooms.txt):
 *
 *     math/            pure arithmetic, the same bits everywhere
 *     memory/          buffers, their shadow, the map of addresses
 *     program/         decoded programs: ops, functions, modules, the table of handlers
 *     cache/part/      what counting, caches and the profile keep for each memory op
 *     race/part/       what race checks keep for each memory op
 *     execution/       running state: launch, worker, block, warp, frame; access patterns
 *     affine/          registers kept as base and strides
 *     cache/           counts (sectors, bank conflicts, flops), the modelled L1 and L2, the profile
 *     report/          findings, and the words that a learner reads about them
 *     bounds/          an observer: accesses without a place in memory, and leaks
 *     timeline/        which launches are over before another begins
 *     origin/          observers: which instruction made a NaN, which buffer a pointer belongs to
 *     race/            an observer: which accesses are ordered
 *     synchronisation/ an observer: barriers and .sync operations used against their rules
 *     undefined/       an observer: bits that were never set
 *     observers/       the rows of the observers, and how their hooks are called
 *     access/          the ways to memory, fast and slow
 *     warp/            runs warps: splits, frames, calls, barriers, asynchronous copies, blocks
 *     lanes/           the work of one op; compiled once per instruction set
 *     decode/          parsed PTX -> ops
 *     schedule/        runs the warps of a grid in another order than the canonical one
 *     launch/          devices, attempts at a launch, which block runs when, undo
 *     step/            a session that stops a launch, continues, goes back
 */
#ifndef VGPU_VGPU_H
#define VGPU_VGPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "ptx/program.h"
#include "vgpu/architecture.h"
#include "vgpu/counters.h"
#include "vgpu/finding.h"
#include "vgpu/order.h"
#include "vgpu/timeline.h"

struct vgpu;
struct vgpu_module;
struct vgpu_profile; /* vgpu/profile.h */

enum vgpu_isa { VGPU_ISA_BEST, VGPU_ISA_PORTABLE, VGPU_ISA_AVX2, VGPU_ISA_AVX512 };

struct vgpu_options {
    const char *architecture; /* NULL: the default */
    int threads;              /* CPU threads, at most VGPU_THREADS_MAX; 0: as many as help */
    uint64_t seed;            /* contents of poisoned memory */
    enum vgpu_isa isa;        /* BEST: by cpuid or WARPSCHOOL_VGPU_ISA=portable|avx2|avx512 */
};
enum { VGPU_THREADS_MAX = 64, VGPU_DEVICES_MAX = 16, VGPU_NAME_BYTES_MAX = 128 };

/*
 * Opens `count` devices with separate memories; out_devices holds `count` pointers. Errors:
 * NOT_FOUND (architecture), UNSUPPORTED (isa), MEMORY (address space), RANGE (count, threads).
 */
bool vgpu_open(const struct vgpu_options *options, int count, struct vgpu **out_devices, struct error *error);
void vgpu_close(struct vgpu *device);
DEFINE_CLEANUP(vgpu_close, struct vgpu *)
const struct vgpu_architecture *vgpu_architecture_of(const struct vgpu *device);

/* Makes the buffers of each of the devices valid on all others. */
bool vgpu_enable_peers(struct vgpu **devices, int count, struct error *error);
/*
 * After vgpu_enable_peers(): whether kernels of the device may access the buffers of a peer. Copies
 * reach all peers in any case.
 */
void vgpu_allow_peer(struct vgpu *device, const struct vgpu *peer, bool is_allowed);

/* --- memory ----------------------------------------------------------------------------------- */

/*
 * New memory is undefined and holds a pattern drawn from the seed. `name` is copied; size 0 gives a
 * valid address.
 */
bool vgpu_allocate(struct vgpu *device, uint64_t size_bytes, const char *name, uint64_t *out_address,
                   struct error *error);
/*
 * A buffer with content that is made in pieces, at the first access to each. `fill` writes
 * `size_bytes` bytes from `offset` on. NULL: zeros. Everything counts as written. `fill` and its
 * context must live as long as the buffer.
 */
typedef void vgpu_fill_function(void *context, uint64_t offset, void *out, uint64_t size_bytes);
bool vgpu_allocate_lazy(struct vgpu *device, uint64_t size_bytes, const char *name, vgpu_fill_function *fill,
                        void *context, uint64_t *out_address, struct error *error);
/*
 * As vgpu_allocate(), for samples of a launch. The pattern is written at the first access. Checks
 * do not distinguish undefined bytes from others. vgpu_fill() and vgpu_poison() of all of such a
 * buffer also write at the first access.
 */
bool vgpu_allocate_sampled(struct vgpu *device, uint64_t size_bytes, const char *name, uint64_t *out_address,
                           struct error *error);
/*
 * Which bytes of a lazy buffer kernels have written: bit b of word w is byte 64 w + b of the buffer
 * that holds `address`. Valid until the buffer is released; NULL for other buffers.
 */
const uint64_t *vgpu_lazy_written(struct vgpu *device, uint64_t address);
/* How many bytes of it kernels have written; 0 for other buffers. */
uint64_t vgpu_lazy_written_bytes(struct vgpu *device, uint64_t address);
/* The addresses are not used again soon, so that a later access is found. */
bool vgpu_release(struct vgpu *device, uint64_t address, struct error *error);

/*
 * Ranges must be inside one live buffer (RANGE otherwise). A write defines its bytes. A read does
 * not check them.
 */
bool vgpu_write(struct vgpu *device, uint64_t to, const void *from, uint64_t size_bytes, struct error *error);
bool vgpu_read(struct vgpu *device, void *to, uint64_t from, uint64_t size_bytes, struct error *error);
bool vgpu_fill(struct vgpu *device, uint64_t to, uint8_t byte, uint64_t size_bytes, struct error *error);
bool vgpu_copy(struct vgpu *device, uint64_t to, uint64_t from, uint64_t size_bytes, struct error *error);
/*
 * Finds stored values in a range that come from undefined bits. A kernel that only stores such a
 * value has no finding yet. The host finds it when it reads the range. Findings are in canonical
 * order; everything lives in `arena`.
 */
size_t vgpu_find_stored(struct vgpu *device, uint64_t from, uint64_t size_bytes, struct arena *arena,
                        struct vgpu_finding **out_findings);
/* Makes bytes undefined again, with the pattern of the seed. */
bool vgpu_poison(struct vgpu *device, uint64_t at, uint64_t size_bytes, struct error *error);
/* Writes by kernels to the buffer that holds `at` become findings and change nothing. */
bool vgpu_protect(struct vgpu *device, uint64_t at, bool read_only, struct error *error);
/* Kernels of all peers may access the buffer that holds the address. */
bool vgpu_share(struct vgpu *device, uint64_t address, struct error *error);

/* --- programs --------------------------------------------------------------------------------- */

/*
 * Loads a program: places and initialises its module variables, prepares its functions. The program
 * must outlive the module. If `strict`, an instruction that this device cannot execute is an error
 * here. Otherwise its execution is a finding and ends the launch. Errors: UNSUPPORTED, NOT_FOUND
 * (unresolved symbol), MEMORY.
 */
struct vgpu_module *vgpu_load(struct vgpu *device, const struct ptx_program *program, bool strict, struct error *error);
void vgpu_unload(struct vgpu_module *module);

/*
 * Takes a module back to the state after vgpu_load(), without decoding again. False: it has
 * variables in memory, which only vgpu_load() initialises.
 */
bool vgpu_renew(struct vgpu_module *module);

/*
 * Gives a renewed module to another device. Its own one may be closed. False: the other one has
 * another instruction set.
 */
bool vgpu_move_module(struct vgpu_module *module, struct vgpu *device);

struct vgpu_kernel {
    const char *name;
    uint32_t parameter_count;
    uint32_t parameter_bytes;
    const uint32_t *parameter_offsets; /* in the argument block */
    const uint32_t *parameter_sizes;
    uint32_t static_shared_bytes;
    uint32_t local_bytes;           /* per thread, callees not counted */
    uint32_t max_threads_per_block; /* .maxntid; 0 none */
    uint32_t required_threads[3];   /* .reqntid; 0 none */
    uint32_t cluster_blocks[3];     /* .reqnctapercluster; 0 none */
    uint32_t register_estimate;     /* of 32 bits, by liveness over the PTX; ptxas knows better */
};
/*
 * Lives as long as the module. NULL if no kernel has that name. With name NULL it returns the only
 * kernel of the module.
 */
const struct vgpu_kernel *vgpu_find_kernel(const struct vgpu_module *module, const char *name);
const struct vgpu_kernel *vgpu_kernel_at(const struct vgpu_module *module, uint32_t index);

/* The address of a module variable in global or constant memory. */
bool vgpu_symbol(const struct vgpu_module *module, const char *name, uint64_t *out_address, uint64_t *out_size_bytes);

/*
 * The outcomes that the module's conditions had in all of its launches: a byte each. Conditions are
 * comparisons that loaded values do not decide. Their numbers follow from the program.
 */
enum vgpu_outcome { VGPU_OUTCOME_FALSE = 1, VGPU_OUTCOME_TRUE = 2 };
const uint8_t *vgpu_outcomes(const struct vgpu_module *module, uint32_t *out_count);
/* Whether a launch of the kernel may come to the condition, by its index in vgpu_outcomes(). */
bool vgpu_may_decide(const struct vgpu_module *module, const char *kernel, uint32_t condition);

/*
 * Whether a launch wrote to a variable of the module, as far as uses are remembered
 * (vgpu/buffers.h).
 */
bool vgpu_variables_written(const struct vgpu_module *module);

/* The bytes of such variables in global memory. */
uint64_t vgpu_variable_bytes_written(const struct vgpu_module *module);

/*
 * The most that kernels' malloc() gives in all, CUDA's cudaLimitMallocHeapSize: VGPU_HEAP_BYTES
 * until it is set.
 */
enum { VGPU_HEAP_BYTES = 8 << 20 };
void vgpu_limit_heap(struct vgpu *device, uint64_t size_bytes);

/* Whether memory that a kernel allocated on the heap is not released yet. */
bool vgpu_heap_kept(const struct vgpu *device);

struct vgpu *vgpu_module_device(const struct vgpu_module *module);
const struct ptx_program *vgpu_module_program(const struct vgpu_module *module);

/* Blocks that fit on one SM at a time; 0 if none does. */
uint32_t vgpu_max_blocks_per_sm(const struct vgpu *device, const struct vgpu_kernel *kernel, uint32_t block_threads,
                                uint32_t dynamic_shared_bytes, uint32_t registers_per_thread);

/* --- launches --------------------------------------------------------------------------------- */

/* Whether the kernel has accesses or registers that show the order of blocks and warps. */
bool vgpu_sees_order(const struct vgpu_kernel *kernel);

struct vgpu_launch {
    const char *kernel;
    uint32_t grid[3], block[3];
    uint32_t cluster[3]; /* extents in blocks; 0: as the kernel says */
    uint32_t dynamic_shared_bytes;
    bool cooperative;
    const void *arguments; /* packed by parameter_offsets */
    size_t argument_bytes;
    unsigned checks;                /* enum vgpu_check bits */
    uint64_t instruction_limit;     /* work in warp instructions (profile.h); 0: none */
    uint64_t deadline_ns;           /* CLOCK_MONOTONIC; 0: none */
    uint64_t processor_deadline_ns; /* must have passed too (clock_is_late()); 0: none */
    uint32_t finding_limit;         /* distinct findings kept; 0: 100 */
    uint32_t print_limit;           /* printf lines kept; 0: 10000 */
    const uint64_t *sample;         /* linear indices of the only blocks to run, ascending; NULL: all */
    uint64_t sample_count;
    bool profile;                        /* report->profile is made: slow, one block after another */
    struct vgpu_timeline *timeline;      /* NULL: nothing overlaps the launch */
    int stream;                          /* of the device; matters with a timeline */
    int plan_line;                       /* of the statement that launches it, for findings; 0 unknown */
    struct vgpu_origin_watch *origin;    /* vgpu/origin.h: slow, one block after another; NULL */
    struct vgpu_pointer_watch *pointers; /* vgpu/pointers.h: likewise, and without `origin`; NULL */
    struct vgpu_read_watch *reads;       /* vgpu/reads.h: one block after another; NULL */
    enum vgpu_order order;               /* of blocks and warps; not for samples and profiles */
    bool explains_order;                 /* adds a finding order_*, of what another order changes; slow */
    uint64_t race_history_bytes;         /* history of accesses to global memory; 0: 768 MiB */
};

struct vgpu_line_counters {
    int line; /* of the learner's source; 0: no line known */
    uint64_t values[VGPU_COUNTER_COUNT];
};

struct vgpu_printed {
    uint32_t block[3], thread[3];
    const char *text;
};

/* Everything lives in `arena`, which the report owns. */
struct vgpu_report {
    struct arena *arena;
    struct vgpu_finding *findings; /* canonical order */
    size_t finding_count;
    uint64_t finding_total; /* every occurrence, those beyond the limit too */
    uint64_t totals[VGPU_COUNTER_COUNT];
    uint64_t idle_blocks;             /* that store nothing to global memory; 0 where blocks run interleaved */
    struct vgpu_line_counters *lines; /* ascending; empty without VGPU_COUNT */
    size_t line_count;
    struct vgpu_printed *printed;
    size_t printed_count;
    uint64_t printed_total;
    bool faulted;           /* ended by a trap, an assertion or an access that faults on any GPU */
    bool timed_out;         /* ended by instruction_limit or deadline_ns */
    bool deadlocked;        /* ended because no thread could continue */
    bool ran_in_order;      /* blocks ran in order: the result could depend on it */
    char fault[512];        /* in words; "" none */
    const char *fault_said; /* the same as a told sentence (base/told.h); NULL: none */
    uint32_t static_shared_bytes, dynamic_shared_bytes;
    const struct vgpu_profile *profile; /* NULL unless asked for */
};
void vgpu_report_free(struct vgpu_report *report);
DEFINE_CLEANUP(vgpu_report_free, struct vgpu_report *)

/*
 * Runs one launch to its end. Returns NULL for a launch that no GPU accepts: NOT_FOUND (kernel),
 * RANGE (grid, block, shared memory, arguments). A fault of the kernel is in the report. After a
 * fault memory holds everything written until then.
 */
struct vgpu_report *vgpu_launch(struct vgpu_module *module, const struct vgpu_launch *request, struct error *error);

#endif
