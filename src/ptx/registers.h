/*
 * The registers that an instruction reads and writes.
 *
 *     for (struct ptx_registers at = {.instruction = instruction}; ptx_registers_next(&at);)
 *         if (at.role == PTX_REGISTER_WRITTEN)
 *             note(at.slot);
 *
 * The guard comes first, then the operands as written. That includes elements of vectors and lists,
 * coordinates, and the second destination of d|p. A register that is named twice comes twice.
 */
#ifndef PTX_REGISTERS_H
#define PTX_REGISTERS_H

#include "ptx/program.h"

enum ptx_register_role {
    PTX_REGISTER_GUARD,
    PTX_REGISTER_ADDRESS, /* read inside [] */
    PTX_REGISTER_READ,
    PTX_REGISTER_WRITTEN,
};

struct ptx_registers {
    const struct ptx_instruction *instruction;
    /* the register that was found last */
    uint32_t slot;
    enum ptx_register_role role;
    uint32_t operand; /* its index; not of a guard */
    /* where to look next */
    uint32_t next_operand, next_part, next_inner;
    bool is_past_guard;
};

/* Finds the next register; false after the last one. */
bool ptx_registers_next(struct ptx_registers *at);

bool ptx_reads_register(const struct ptx_instruction *instruction, uint32_t slot); /* as guard or in [], too */
bool ptx_writes_register(const struct ptx_instruction *instruction, uint32_t slot);

#endif
