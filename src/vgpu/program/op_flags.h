/* The meaning of op->flags for handlers. */
#ifndef VGPU_PROGRAM_OP_FLAGS_H
#define VGPU_PROGRAM_OP_FLAGS_H

/* op->flags of setp: how to combine the third operand. */
enum {
    VGPU_LOGIC_NONE,
    VGPU_LOGIC_AND,
    VGPU_LOGIC_OR,
    VGPU_LOGIC_XOR,
    VGPU_LOGIC_OPERATION = 3,
    VGPU_LOGIC_NEGATED = 4,
};

/* op->flags of carry chains, and of set. */
enum { VGPU_CARRY_READ = 1, VGPU_CARRY_WRITE = 2 };
enum { VGPU_SET_HALVES = 1, VGPU_SET_WIDE = 2 };

/* op->flags of shuffles and votes. */
enum { VGPU_SHUFFLE_UP, VGPU_SHUFFLE_DOWN, VGPU_SHUFFLE_BUTTERFLY, VGPU_SHUFFLE_INDEX };
enum { VGPU_VOTE_ALL, VGPU_VOTE_ANY, VGPU_VOTE_UNIFORM, VGPU_VOTE_BALLOT, VGPU_VOTE_MODE = 3, VGPU_VOTE_NEGATED = 4 };

/* op->flags of redux on f32. */
enum { VGPU_REDUCE_MAX = 1, VGPU_REDUCE_ABS = 2, VGPU_REDUCE_NAN = 4 };

/* op->flags of barriers. */
enum {
    VGPU_BARRIER_SYNC,
    VGPU_BARRIER_ARRIVE,
    VGPU_BARRIER_POPC,
    VGPU_BARRIER_AND,
    VGPU_BARRIER_OR,
    VGPU_BARRIER_OPERATION = 7,
    VGPU_BARRIER_NEGATED = 8,
};

/* op->flags of isspacep. */
enum { VGPU_IS_SPACE_WINDOW, VGPU_IS_SPACE_GLOBAL, VGPU_IS_SPACE_CONSTANT };

/* op->flags of loads, stores and atomics. */
enum {
    VGPU_ACCESS_ADDRESS_64 = 1,  /* the address register has 64 bits */
    VGPU_ACCESS_NO_REGISTER = 2, /* the address is op->immediate, without a register */
};

#endif
