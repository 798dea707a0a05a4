/*
 * A device: memory, modules, launches and their observations.
 *
 * Two kinds implement the vtable. `virtual` runs vgpu/ on the CPU, with checks and counters. `cuda`
 * uses the driver API by dlopen and measures time. The layers above never ask for the kind. They
 * ask for capabilities. Parts that only one kind has are in structures of their own: `modelling`,
 * `inspection` and `runtime`. Rooms: backend (shared by the kinds), cuda, virtual.
 *
 * Device addresses are 64-bit integers. All calls of one device come from one thread.
 */
#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "device/observation.h" /* findings, counters, printf output */

typedef uint64_t device_address;

struct device;
struct device_module;

struct device_properties {
    char kind[16];   /* "virtual" or "cuda" */
    char name[128];  /* "NVIDIA H100 80GB HBM3"; virtual: the modelled architecture */
    char uuid[48];   /* "GPU-8615...": of this very GPU; "": unknown, or none */
    char driver[64]; /* "580.159.04"; "": none, or health was not read yet */
    int compute_major, compute_minor;
    int sm_count;
    int warp_lanes;
    uint64_t memory_bytes;
    uint32_t shared_bytes_per_block; /* without opting in to more */
    uint32_t shared_bytes_per_block_optin;
    uint32_t max_threads_per_block;
    uint32_t max_grid[3], max_block[3];
    uint64_t l2_bytes;
    double dram_bytes_per_second; /* datasheet; 0: unknown */
    double fp32_flops;            /* datasheet; 0: unknown */
    double fp16_flops;            /* of the tensor cores, with sums in f32: datasheet; 0: unknown */
    bool checks;                  /* reports findings */
    bool counts;                  /* counts by line, and keeps to instruction_limit */
    bool models_time;             /* has `modelling` */
    bool measures_time;           /* elapsed_ns is measured, not modelled */
    bool inspects;                /* has `inspection` */
    bool cooperative, clusters, peers;
};

/*
 * A program to load: always with PTX, and with a CUBIN if the compiler made one. The virtual device
 * runs the PTX. The CUBIN gives it registers and what its time model needs of the machine code.
 */
struct device_image {
    const char *ptx;
    size_t ptx_bytes;
    const void *cubin;
    size_t cubin_bytes;
    const char *source_name; /* the learner's file, which lines refer to */
    bool ptx_is_source;      /* the file is the PTX, even if it names other files */
};

struct device_launch {
    const char *kernel;
    uint32_t grid[3], block[3], cluster[3]; /* cluster 0: none */
    uint32_t dynamic_shared_bytes;
    bool cooperative;
    const void *arguments; /* packed by the C ABI, see ptx_function.parameter_offsets */
    size_t argument_bytes;
    int stream; /* 0 is the default stream */
};

/* One parameter of a kernel, as its module declares it. */
enum device_parameter_kind {
    DEVICE_PARAMETER_INTEGER, /* pointers too */
    DEVICE_PARAMETER_FLOAT,   /* f32, f64 */
    DEVICE_PARAMETER_BYTES,   /* a structure by value; a half-precision scalar is one of 2 bytes */
};
struct device_parameter {
    enum device_parameter_kind kind;
    uint32_t offset_bytes; /* in the argument block */
    uint32_t size_bytes;
};

/*
 * A view of a buffer as tiles, for asynchronous copies of whole boxes. Dimensions outermost first.
 */
enum { DEVICE_TENSOR_MAP_BYTES = 128, DEVICE_TENSOR_RANK_MAX = 5 };
struct device_tensor_map {
    device_address address;
    uint32_t element_bytes;
    bool is_float, is_bfloat;
    int rank;
    uint64_t shape[DEVICE_TENSOR_RANK_MAX]; /* elements */
    uint32_t box[DEVICE_TENSOR_RANK_MAX];
    uint32_t swizzle_bytes; /* 0, 32, 64, 128 */
};

enum device_checks {
    DEVICE_CHECK_MEMORY = 1 << 0,
    DEVICE_CHECK_INITIALISED = 1 << 1,
    DEVICE_CHECK_RACE = 1 << 2,
    DEVICE_CHECK_SYNCHRONISATION = 1 << 3,
    DEVICE_CHECK_ALL = 15,
    DEVICE_COUNT = 1 << 4,       /* counters per line */
    DEVICE_COUNT_CACHE = 1 << 5, /* cache model too */
};

struct device_health;
struct device_modelling;
struct device_inspection;
struct device_runtime;

struct device_vtable {
    void (*close)(struct device *device);
    bool (*allocate)(struct device *device, uint64_t size_bytes, const char *name, device_address *out_address,
                     struct error *error);
    bool (*release)(struct device *device, device_address address, struct error *error);
    bool (*write)(struct device *device, device_address to, const void *from, uint64_t size_bytes, struct error *error);
    /*
     * On a device that checks, reading undefined values that a kernel stored is a finding. `to`
     * NULL: such a device only checks, and copies nothing.
     */
    bool (*read)(struct device *device, void *to, device_address from, uint64_t size_bytes, struct error *error);
    bool (*fill)(struct device *device, device_address to, uint8_t byte, uint64_t size_bytes, struct error *error);
    bool (*copy)(struct device *device, device_address to, device_address from, uint64_t size_bytes,
                 struct error *error);
    /* Marks a range as never written, so reading it is a finding. No effect without checks. */
    bool (*poison)(struct device *device, device_address at, uint64_t size_bytes, struct error *error);
    /* Makes a range read-only to kernels: a write is a finding. For inputs. */
    bool (*protect)(struct device *device, device_address at, uint64_t size_bytes, bool read_only, struct error *error);
    struct device_module *(*load)(struct device *device, const struct device_image *image, struct error *error);
    void (*unload)(struct device *device, struct device_module *module);
    /* Layout of a kernel's arguments: at most `capacity` of them. NOT_FOUND: no such kernel. */
    bool (*kernel_parameters)(struct device_module *module, const char *kernel, struct device_parameter *out_parameters,
                              uint32_t capacity, uint32_t *out_count, struct error *error);
    /* Blocks that fit on one SM together; 0: such a block fits nowhere. */
    bool (*max_blocks)(struct device_module *module, const char *kernel, uint32_t block_threads,
                       uint32_t dynamic_shared_bytes, uint32_t *out_blocks_per_sm, struct error *error);
    /* Address of a module variable (__device__, __constant__). NOT_FOUND: no such variable. */
    bool (*symbol)(struct device_module *module, const char *name, device_address *out_address,
                   uint64_t *out_size_bytes, struct error *error);
    /* Encodes a tensor map for passing by value. NULL: the device has none. */
    bool (*tensor_map)(struct device *device, const struct device_tensor_map *map,
                       uint8_t out_bytes[DEVICE_TENSOR_MAP_BYTES], struct error *error);
    /*
     * Runs or enqueues one launch. A fault of the kernel is not an error: the observation has it.
     * Errors are timeouts, lost devices, and launches that no GPU accepts, such as a too large
     * block.
     */
    bool (*launch)(struct device *device, struct device_module *module, const struct device_launch *launch,
                   struct error *error);
    bool (*synchronise)(struct device *device, struct error *error);
    /*
     * The time of the work from time_begin to the last synchronise, for devices that measure or
     * model it. Without time_begin it starts at the first launch since the observation was reset.
     * Making graphs does not count. Reading the time ends the count.
     */
    bool (*elapsed_ns)(struct device *device, double *out_ns, struct error *error);
    /* All devices of one device_open, this one first among `devices`. */
    bool (*enable_peers)(struct device **devices, int count, struct error *error);

    /* The remaining functions are NULL on devices that lack them. */

    /*
     * A mark after all work of a stream so far; a stream can wait for a mark of any device of the
     * same opening. Stream 0 and the other streams of its device wait for each other without marks.
     * Synchronising ends all marks.
     */
    bool (*mark)(struct device *device, int stream, uint64_t *out_mark, struct error *error);
    bool (*wait_for)(struct device *device, int stream, struct device *marked, uint64_t mark, struct error *error);
    /*
     * The work enqueued in between runs as one graph when the graph ends. No reading or
     * synchronising inside.
     */
    bool (*graph_begin)(struct device *device, struct error *error);
    bool (*graph_end)(struct device *device, struct error *error);
    bool (*time_begin)(struct device *device, struct error *error);
    /* The work enqueued in between does not count. No effect without a running clock. */
    bool (*time_pause)(struct device *device, struct error *error);
    bool (*time_resume)(struct device *device, struct error *error);
    /* Enqueues work that evicts all buffers from the L2. */
    bool (*flush_cache)(struct device *device, struct error *error);
    /* Clocks, temperature, slowdowns, other programs (device/health.h). UNSUPPORTED: unknown. */
    bool (*health)(struct device *device, struct device_health *out_health, struct error *error);
};

struct device {
    const struct device_vtable *vtable;
    struct device_properties properties;
    unsigned checks;                /* enum device_checks: the wanted ones */
    uint64_t deadline_ns;           /* monotonic clock; 0: none */
    uint64_t processor_deadline_ns; /* virtual: this must have passed too (clock_is_late()); 0: none */
    uint64_t instruction_limit;     /* warp instructions per launch; 0: none */
    uint64_t seed;                  /* from the request */
    int stream;                     /* for fills and copies; the caller sets it */
    int line;                       /* likewise: of the plan, for findings; 0 unknown */
    /*
     * the graph of the next operations, numbered from 1; 0: none; devices that model time read it
     */
    int graph;
    /* a fault destroyed the context: every call fails until a new process opens the device */
    bool lost;
    struct device_modelling *modelling;   /* device/modelling.h; NULL: no time model */
    struct device_inspection *inspection; /* device/inspection.h; NULL: launches cannot be inspected */
    const struct device_runtime *runtime; /* device/runtime.h; NULL: whole programs cannot use it */
    struct observation *observation;      /* filled by launches, owned by the device */
    bool shares_observation;              /* it is another device's */
};

/*
 * Opens `count` devices of a kind: "virtual", "cuda" or "auto" (cuda if there is one).
 * `architecture` chooses the modelled GPU ("h100"); NULL: the default. out_devices holds `count`
 * pointers.
 */
struct device_request {
    const char *kind; /* "cuda:1" begins with the second GPU */
    const char *architecture;
    int count;
    int threads;                    /* virtual: CPU threads; 0: as many as help */
    uint64_t seed;                  /* for the contents of unwritten memory */
    struct program_cache *programs; /* kept for further devices; NULL: these devices parse for themselves */
};
enum { DEVICE_COUNT_MAX = 16 };

/* UNSUPPORTED: no such device here. NOT_FOUND: kind, architecture. RANGE: count, threads. */
bool device_open(const struct device_request *request, struct device **out_devices, struct error *error);
void device_close(struct device *device);
DEFINE_CLEANUP(device_close, struct device *)

/* Parsed programs for requests, see backend/program_cache.h. */
struct program_cache *device_programs_new(void);
void device_programs_free(struct program_cache *programs);

/*
 * Puts into the environment what drivers read there. Call it first in main, before threads start:
 * they can read the environment at any time.
 */
void device_prepare(void);

/* Whether a kind can be opened here. If not, `error` has the reason and a remedy. */
bool device_available(const char *kind, struct error *error);

/*
 * How many devices of a kind this machine has, "cuda:1" from the second on; 0: the kind cannot be
 * opened.
 */
int device_count(const char *kind);

/*
 * Whether the name is "auto" or a kind, with a number if the kind may have several devices:
 * "cuda:1".
 */
bool device_known(const char *kind);

/*
 * For a kind that is not open yet; false for an unknown name. A kind that measures time is a GPU's.
 * It needs a driver with its files, and a kernel's fault destroys the process's context.
 */
bool device_kind_measures_time(const char *kind);

/*
 * Enables peer access between devices of one device_open. Addresses of one are then valid on the
 * others.
 */
bool device_enable_peers(struct device **devices, int count, struct error *error);

/* All devices fill the observation of the first one, which is closed last. */
void device_share_observation(struct device **devices, int count);

#endif
