/*
 * Decoded programs: what the handlers execute.
 *
 * Each PTX instruction becomes one `struct vgpu_op` with its handlers chosen and its operands resolved to byte offsets
 * in the frame of the running function. All ops of a module lie in one array, so that a position is one pointer and
 * counters are arrays indexed by `op - module->ops`.
 *
 * A frame holds the registers of one call of one function for all 32 lanes (structure of arrays):
 *
 *     predicates     4 bytes: a mask with one bit per lane
 *     up to 32 bits  uint32_t[32]; narrower values are zero-extended
 *     64 bits        uint64_t[32]
 *     128 bits       two uint64_t[32], low halves first
 *     constants      immediates, parameters and special registers, laid out like registers
 *     parameters     .param variables of a device function and of its calls: one uint32_t[32] per 4 bytes
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
 * Executes `op` for the lanes of `warp->active` on the frame at `frame` and returns the op to go on with, or NULL to
 * leave the run loop, after having set warp->leave and the current split's position (see execution.h).
 */
typedef const struct vgpu_op *vgpu_handler(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op);

/* `full` may write all 32 lanes of its destination, `masked` those of warp->active only. */
struct vgpu_handler_pair {
    vgpu_handler *full, *masked;
};

/* How an operand's definedness matters to checks (bits of vgpu_detail.report_undefined). */
enum vgpu_undefined_use {
    VGPU_UNDEFINED_ADDRESS = 1,
    VGPU_UNDEFINED_BRANCH = 2,
    VGPU_UNDEFINED_UPDATE = 4, /* what an atomic computes with */
    VGPU_UNDEFINED_EXCHANGE = 8,
    VGPU_UNDEFINED_FRAGMENT = 16, /* registers never set that are stored with those of other lanes: any bit counts */
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
    uint8_t format; /* enum math_format_id, of floats */
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

/* What only some handlers and the checks need to know of an op. Not touched on fast paths. */
struct vgpu_detail {
    const struct ptx_instruction *source;
    const struct ptx_function *function;
    uint32_t index; /* of the op in module->ops */
    int line;       /* of the learner's source, see decode.c; 0 unknown */
    const char *file;
    struct vgpu_handler_pair inner;   /* what the guard wrapper calls */
    struct vgpu_handler_pair tracked; /* what the tracking wrapper calls: the handler or the guard wrapper */
    bool heeds_guard;                 /* the handler looks at op->guard itself */
    bool ends_lanes;                  /* ret, exit */
    const char *refusal;              /* why it cannot be executed; NULL if it can */
    /* memory */
    uint8_t size_bytes;    /* of one element */
    uint8_t element_count; /* 1, 2, 4, 8 */
    uint8_t access;        /* enum vgpu_access */
    uint16_t shared_base;  /* number of the shared variable that the address was made from, from 1; 0: not known */
    bool is_signed, is_ordered;
    bool is_guess; /* a plain load whose value a compare-and-swap verifies */
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
    /* definedness: slots of registers read and written; see check_registers.c */
    uint16_t reads[VGPU_READS_MAX], writes[VGPU_WRITES_MAX];
    uint8_t read_count, write_count;
    uint8_t address_read_count; /* the first ones of reads[] make up the address */
    uint8_t report_undefined;
    const struct vgpu_undefined_form *undefined; /* of ops that are wrapped: see undefined.h */
    uint16_t flops;                              /* per lane */
    uint8_t unit;                                /* enum vgpu_counter of the unit */
};
#define VGPU_NO_OPERAND UINT32_MAX
#define VGPU_FUNCTION_ADDRESS UINT64_C(0x500000000) /* + 16 * index: what a function pointer holds */

struct vgpu_op {
    vgpu_handler *full, *masked;
    uint32_t d, a, b, c; /* frame offsets of operands; their use is the handler's */
    uint32_t guard;      /* frame offset of the predicate, VGPU_NO_OPERAND if there is none */
    bool guard_negated;
    uint8_t flags;     /* handler-specific */
    uint16_t access;   /* number of the memory instruction in the module, see access.h */
    int64_t immediate; /* handler-specific: byte offset of an address, a constant */
    union {
        const struct vgpu_op *target; /* of a branch */
        void *scalar;                 /* handler-specific */
        struct {                      /* affine ops: where the lanes of the result are, if others read them */
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
    VGPU_CONSTANT_SPECIAL,   /* a special register that does not change within a block */
    VGPU_CONSTANT_LOCAL,     /* bits + the frame's local_base */
    VGPU_CONSTANT_PREDICATE, /* 4 bytes: bits as a mask */
};

/* A value that a frame holds beside the registers. */
struct vgpu_constant {
    enum vgpu_constant_kind kind;
    bool is_wide;                          /* uint64_t[32], else uint32_t[32] */
    uint32_t offset;                       /* in the frame */
    uint64_t bits;                         /* IMMEDIATE, LOCAL, PREDICATE */
    uint32_t parameter_offset, size_bytes; /* PARAMETER: bytes of the argument block */
    bool is_signed;                        /* PARAMETER: sign-extend */
    enum ptx_special_register special;
    uint8_t component;
    bool is_per_block; /* SPECIAL: changes from block to block */
};

/* A .param variable that lives in the frame. */
struct vgpu_frame_variable {
    const struct ptx_variable *variable;
    uint32_t offset; /* in the frame */
    uint32_t words;
    uint32_t register_offset; /* of the register that the words stand for: .reg parameters, values of a call */
    uint8_t register_width;   /* 1: predicate, 4, 8, 16; 0: there is none */
    uint8_t register_count;   /* more than 1: a vector, whose registers lie side by side */
    uint8_t value_bytes;      /* of each register among the words */
    uint32_t register_slot;   /* of the first register */
    bool has_address;         /* its address is taken: calls copy it to local memory, at local_offset */
    uint32_t local_offset;
};

/* Argument and result moves of one call: words of frame variables. */
struct vgpu_call {
    uint32_t argument_count, result_count;
    const struct vgpu_frame_variable **arguments; /* of the caller */
    const struct vgpu_frame_variable **results;
    const char *external; /* vprintf, malloc, ...: name of a function that the device provides; else NULL */
};

/* What a function's result may depend on besides its inputs; see launch_order.c. */
struct vgpu_order_traits {
    bool has_ordered_access; /* volatile, acquire, relaxed accesses to global memory; atomics for a block alone */
    bool tests_objects;      /* asks mbarriers whether a phase is over, perhaps for ever */
    bool has_live_atomic;    /* float atomics, CAS, exchange, or an atomic whose result is read */
    bool uses_heap;          /* malloc and free */
    bool calls_any;          /* calls through a pointer */
};

struct vgpu_function {
    const struct ptx_function *source;
    struct vgpu_module *module;
    const struct vgpu_op *ops; /* in module->ops */
    uint32_t op_count;         /* one more than instructions: a closing op that nobody may come to */
    uint32_t frame_bytes;
    uint32_t register_bytes;    /* the part of the frame that holds registers */
    uint32_t *register_offsets; /* by slot */
    uint32_t register_count;
    struct vgpu_constant *constants;
    uint32_t constant_count;
    struct vgpu_frame_variable *variables; /* formal parameters, then results, then the rest */
    uint32_t variable_count;
    uint32_t local_bytes;                      /* of .local variables */
    uint32_t *local_offsets;                   /* by index of function variables; UINT32_MAX: not local */
    uint32_t scalar_offset;                    /* in the frame: affine forms of registers and constants, see affine.h */
    const struct vgpu_converged *converged[6]; /* by log2 of the width; NULL: not made yet */
    bool tracks_undefined;                     /* frames carry which bits of registers are undefined */
    const struct vgpu_undefined_plan *undefined; /* if so: see undefined.h */
    struct vgpu_order_traits traits;             /* of entries with those of all that they call */
    bool has_entry_layout;                       /* an entry: parameters are constants */
    uint32_t index;
    uint32_t shared_first, shared_end; /* around the shared variables that its instructions name; end 0: none */
    uint64_t in_place[4]; /* an entry: starts of buffers that its last launch updated in place, see launch_order.c */
    struct vgpu_kernel kernel; /* entries only */
};

/* A variable in shared memory, by its offset. */
struct vgpu_shared_variable {
    const struct ptx_variable *variable;
    uint32_t start, size_bytes; /* size 0: dynamic, the launch says */
    const char *name;
};

struct vgpu_lane_index;

struct vgpu_module {
    struct vgpu_lane_index *lanes; /* lane handlers by spelling */
    struct vgpu *device;
    const struct ptx_program *program;
    struct arena *arena;
    struct vgpu_op *ops;
    uint32_t op_count;
    struct vgpu_function *functions; /* parallel to program->functions; ops NULL for declarations */
    uint32_t function_count;
    struct vgpu_buffer **buffers; /* of module variables, parallel to program->variables; NULL if not in memory */
    struct vgpu_shared_variable *shared; /* of all functions; gaps between them */
    uint32_t shared_count;
    struct vgpu_shared_variable reserved_shared; /* the system's, none of `shared`; size 0: nobody asks for it */
    uint32_t static_shared_bytes;                /* as declared, without gaps */
    uint32_t shared_end;                         /* with gaps */
    uint32_t dynamic_shared_start;
    uint32_t access_count; /* memory instructions */
    bool uses_local;
    bool follows_memory; /* what is read of global and shared memory may be undefined, see undefined_memory.h */
};

/* The function whose address a register holds, or NULL. */
static inline const struct vgpu_function *program_function_at(const struct vgpu_module *module, uint64_t address)
{
    uint64_t index = (address - VGPU_FUNCTION_ADDRESS) / 16;
    if (address < VGPU_FUNCTION_ADDRESS || address % 16 || index >= module->function_count)
        return NULL;
    const struct vgpu_function *function = &module->functions[index];
    return function->op_count && !function->source->is_entry ? function : NULL;
}

#endif
