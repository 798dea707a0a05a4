/*
 * Decoded programs, which handlers execute.
 *
 * Each PTX instruction becomes one `struct vgpu_op`. Its handlers are chosen, and its operands are
 * byte offsets in the frame of the running function. All ops of a module are in one array. So one
 * pointer is a position, and counters are arrays indexed by `op - module->ops`.
 *
 * A frame holds the registers of one call of one function for all 32 lanes (structure of arrays):
 *
 *     predicates     4 bytes: a mask with one bit per lane
 *     up to 32 bits  uint32_t[32]; narrower values are zero-extended
 *     64 bits        uint64_t[32]
 *     128 bits       two uint64_t[32], low halves first
 *     constants      immediates, parameters and special registers, laid out like registers
 *     parameters     .param variables of a device function and its calls: uint32_t[32] per 4 bytes
 */
#ifndef VGPU_PROGRAM_PROGRAM_H
#define VGPU_PROGRAM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/program.h"
#include "vgpu/memory/memory.h"
#include "vgpu/vgpu.h"

struct vgpu_warp;
struct vgpu_op;

/*
 * Executes `op` for the lanes of `warp->active` on the frame at `frame`. Returns the next op.
 * Returns NULL to leave the run loop; then warp->leave and the current split's position are set
 * (execution.h).
 */
typedef const struct vgpu_op *vgpu_handler(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op);

/*
 * `full` may write all 32 lanes of its destination. `masked` may write only the lanes of
 * warp->active.
 */
struct vgpu_handler_pair {
    vgpu_handler *full, *masked;
};

/* How checks use an undefined operand (bits of vgpu_detail.report_undefined). */
enum vgpu_undefined_use {
    VGPU_UNDEFINED_ADDRESS = 1,
    VGPU_UNDEFINED_UPDATE = 4, /* the operands that an atomic computes with */
    VGPU_UNDEFINED_EXCHANGE = 8,
    /* registers stored together with those of other lanes: any undefined bit counts */
    VGPU_UNDEFINED_FRAGMENT = 16,
};

enum vgpu_atomic {
    VGPU_ATOMIC_ADD,
    VGPU_ATOMIC_MIN,
    VGPU_ATOMIC_MAX,
    VGPU_ATOMIC_AND,
    VGPU_ATOMIC_OR,
    VGPU_ATOMIC_XOR,
    VGPU_ATOMIC_INC,
    VGPU_ATOMIC_DEC,
    VGPU_ATOMIC_EXCHANGE,
    VGPU_ATOMIC_CAS,
};

enum { VGPU_TRANSFER_BYTES_MAX = 32, VGPU_ELEMENTS_MAX = 32, VGPU_READS_MAX = 40, VGPU_WRITES_MAX = 16 };

/* One type of a conversion, as math_convert.h takes it, and the register that holds it. */
struct vgpu_conversion_side {
    uint8_t bits;
    uint8_t format; /* enum math_format_id, for floats */
    bool is_float, is_signed;
    bool is_wide;  /* a 64-bit register */
    uint32_t keep; /* bits of a 32-bit register that hold the value */
};

struct vgpu_conversion {
    struct vgpu_conversion_side to, from;
    uint8_t rounding; /* enum math_rounding */
    bool is_integral; /* rounds to an integer within one float type */
    unsigned flags;   /* enum math_flag */
};

/* Data of an op that only some handlers and the checks need. Fast paths do not touch it. */
struct vgpu_detail {
    const struct ptx_instruction *source;
    const struct ptx_function *function;
    uint32_t index; /* index of the op in module->ops */
    int line;       /* line of the learner's source, see decoder.c; 0: unknown */
    const char *file;
    struct vgpu_handler_pair inner; /* handlers that the guard wrapper calls */
    /* handlers that the tracking wrapper calls: the op's own or the guard wrapper */
    struct vgpu_handler_pair tracked;
    bool heeds_guard;    /* the handler checks op->guard itself */
    bool ends_lanes;     /* ret, exit */
    const char *refusal; /* why it cannot be executed, told (base/told.h); NULL if it can */
    /* memory */
    uint8_t size_bytes;    /* bytes of one element */
    uint8_t element_count; /* 1, 2, 4, 8 */
    uint8_t access;        /* enum vgpu_access */
    /* number of the shared variable that the address is computed from, from 1; 0: unknown */
    uint16_t shared_base;
    bool is_signed, is_ordered;
    bool is_guess; /* a plain load of a value that a compare-and-swap verifies */
    enum vgpu_atomic atomic;
    bool is_wide;                         /* elements[] are 64-bit registers */
    uint32_t elements[VGPU_ELEMENTS_MAX]; /* frame offsets; VGPU_NO_OPERAND for _ */
    const struct vgpu_conversion *conversion;
    /* calls */
    const struct vgpu_function *callee;
    const struct vgpu_call *call;
    /* brx.idx */
    const struct vgpu_op *const *targets;
    uint32_t target_count;
    /* undefined values: slots of registers read and written (undefined_registers.c) */
    uint32_t reads[VGPU_READS_MAX], writes[VGPU_WRITES_MAX];
    uint8_t read_count, write_count;
    /* number of entries of reads[], from the first, that form the address */
    uint8_t address_read_count;
    uint8_t report_undefined;
    const struct vgpu_undefined_form *undefined; /* for wrapped ops, see undefined.h */
    uint16_t flops;                              /* per lane */
    uint8_t unit;                                /* enum vgpu_counter of the unit */
};
#define VGPU_NO_OPERAND UINT32_MAX
/* plus 16 * index: the value of a function pointer */
#define VGPU_FUNCTION_ADDRESS UINT64_C(0x500000000)

struct vgpu_op {
    vgpu_handler *full, *masked;
    uint32_t d, a, b, c; /* frame offsets of operands; each handler defines their use */
    uint32_t guard;      /* frame offset of the predicate; VGPU_NO_OPERAND: none */
    bool guard_negated;
    uint8_t flags;     /* handler-specific */
    uint16_t access;   /* number of the memory instruction (access.h) or the condition (condition.h) */
    int64_t immediate; /* handler-specific: byte offset of an address, or a constant */
    union {
        const struct vgpu_op *target; /* target of a branch */
        void *scalar;                 /* handler-specific */
        /* affine ops: the place of the result's lanes, if other ops read them */
        struct {
            uint32_t expand;
            bool has_expansion, expand_wide;
        };
    };
    struct vgpu_detail *detail;
};
_Static_assert(sizeof(struct vgpu_op) == 64, "an op fills a cache line");

enum vgpu_constant_kind {
    VGPU_CONSTANT_IMMEDIATE,
    VGPU_CONSTANT_PARAMETER, /* bytes of the launch's argument block */
    VGPU_CONSTANT_SPECIAL,   /* a special register that is constant within a block */
    VGPU_CONSTANT_LOCAL,     /* bits + the frame's local_base */
    VGPU_CONSTANT_PREDICATE, /* 4 bytes: bits as a mask */
};

/* A value that a frame holds besides its registers. */
struct vgpu_constant {
    enum vgpu_constant_kind kind;
    bool is_wide;                          /* uint64_t[32]; else uint32_t[32] */
    uint32_t offset;                       /* offset in the frame */
    uint64_t bits;                         /* IMMEDIATE, LOCAL, PREDICATE */
    uint32_t parameter_offset, size_bytes; /* PARAMETER: bytes of the argument block */
    bool is_signed;                        /* PARAMETER: extends the sign */
    enum ptx_special_register special;
    uint8_t component;
    bool is_per_block; /* SPECIAL: differs from block to block */
};

/* A .param variable in the frame. */
struct vgpu_frame_variable {
    const struct ptx_variable *variable;
    uint32_t offset; /* offset in the frame */
    uint32_t words;
    /* frame offset of the register that the words represent: .reg parameters, values of a call */
    uint32_t register_offset;
    uint8_t register_width; /* 1: predicate, 4, 8, 16; 0: no register */
    uint8_t register_count; /* above 1: the consecutive registers of a vector */
    uint8_t value_bytes;    /* bytes of each register among the words */
    uint32_t register_slot; /* slot of the first register */
    /* its address is taken: calls copy it to local memory, at local_offset */
    bool has_address;
    uint32_t local_offset;
};

/* The moves of arguments and results of one call, as words of frame variables. */
struct vgpu_call {
    uint32_t argument_count, result_count;
    const struct vgpu_frame_variable **arguments; /* variables of the caller */
    const struct vgpu_frame_variable **results;
    /* name of a function that the device provides, such as vprintf; else NULL */
    const char *external;
};

/* Properties that make a function's result depend on more than its inputs (launch_parallel.c). */
struct vgpu_order_traits {
    /* volatile, acquire or relaxed accesses to global memory; atomics of block scope */
    bool has_ordered_access;
    bool tests_objects;   /* polls mbarriers, possibly without end */
    bool has_live_atomic; /* float atomics, CAS, exchange, or an atomic whose result is read */
    bool sees_order;      /* ordered accesses, atomics with a result, %smid, %warpid, clocks */
    bool uses_heap;       /* malloc and free */
    bool calls_any;       /* calls through a pointer */
    bool has_cluster_barrier;
};

struct vgpu_function {
    const struct ptx_function *source;
    struct vgpu_module *module;
    const struct vgpu_op *ops; /* in module->ops */
    uint32_t op_count;         /* number of instructions plus a closing op that is never reached */
    uint32_t frame_bytes;
    uint32_t register_bytes;    /* bytes of the frame that hold registers */
    uint32_t *register_offsets; /* by slot */
    uint32_t register_count;
    struct vgpu_constant *constants;
    uint32_t constant_count;
    struct vgpu_frame_variable *variables; /* parameters, then results, then others */
    uint32_t variable_count;
    uint32_t local_bytes; /* bytes of .local variables */
    /* by index of function variables; UINT32_MAX: not local */
    uint32_t *local_offsets;
    /* frame offset of the affine forms of registers and constants, see affine.h */
    uint32_t scalar_offset;
    const struct vgpu_converged *converged[6];   /* by log2 of the width; NULL: not created yet */
    const struct vgpu_undefined_plan *undefined; /* of its frames' shadows; NULL: they have none */
    /* entries: includes the traits of all called functions */
    struct vgpu_order_traits traits;
    bool has_entry_layout; /* an entry: parameters are constants */
    uint32_t index;
    uint32_t first_condition, condition_end; /* numbers */
    /* around the shared variables that its instructions name; end 0: none */
    uint32_t shared_first, shared_end;
    /* entries: starts of buffers that the last launch updated in place, see launch_parallel.c */
    uint64_t in_place[4];
    struct vgpu_kernel kernel; /* only for entries */
};

/* A variable in shared memory, by its offset. */
struct vgpu_shared_variable {
    const struct ptx_variable *variable;
    uint32_t start, size_bytes; /* size 0: dynamic, as large as the launch asks for */
    const char *name;
};

struct vgpu_lane_index;

struct vgpu_module {
    const struct vgpu_handlers *handlers; /* of the device's instruction set */
    struct vgpu_lane_index *lanes;        /* lane handlers by spelling */
    struct vgpu *device;
    const struct ptx_program *program;
    struct arena *arena;
    struct vgpu_op *ops;
    uint32_t op_count;
    struct vgpu_function *functions; /* parallel to program->functions; ops NULL for declarations */
    uint32_t function_count;
    /* buffers of module variables, parallel to program->variables; NULL if not in memory */
    struct vgpu_buffer **buffers;
    struct vgpu_shared_variable *shared; /* variables of all functions, with gaps between them */
    uint32_t shared_count;
    /* reserved by the system, not in `shared`; size 0: unused */
    struct vgpu_shared_variable reserved_shared;
    uint32_t static_shared_bytes; /* size as declared, without gaps */
    uint32_t shared_end;          /* end of the variables, with gaps */
    uint32_t dynamic_shared_start;
    uint32_t callable_shared_first, callable_shared_end; /* around the variables of all device functions; end 0: none */
    uint32_t access_count;                               /* number of memory instructions */
    const uint32_t *writers;                             /* those that can store to global memory */
    uint32_t writer_count;
    uint32_t condition_count;
    uint8_t *outcomes; /* by condition, from number 1: bits of enum vgpu_outcome in all launches so far */
    bool uses_local;
    bool follows_memory; /* set by undefined/: reads of memory may be undefined */
};

/* The function with the address in a register, or NULL. */
static inline const struct vgpu_function *program_function_at(const struct vgpu_module *module, uint64_t address)
{
    uint64_t index = (address - VGPU_FUNCTION_ADDRESS) / 16;
    if (address < VGPU_FUNCTION_ADDRESS || address % 16 || index >= module->function_count)
        return NULL;
    const struct vgpu_function *function = &module->functions[index];
    return function->op_count && !function->source->is_entry ? function : NULL;
}

#endif
