/*
 * A parsed program back to text.
 *
 * The text of a whole program parses again, into the same instructions, variables and tables. It
 * differs from the text that was read: scopes are flattened, unnamed registers are dropped,
 * addresses are offsets.
 */
#ifndef PTX_DISASSEMBLY_H
#define PTX_DISASSEMBLY_H

#include "base/buffer.h"
#include "ptx/program.h"

/* "@%p1 ld.global.f32 %f1, [%rd4+16]", without the semicolon. */
void ptx_disassemble_instruction(const struct ptx_program *program, const struct ptx_function *function,
                                 const struct ptx_instruction *instruction, struct buffer *out);

void ptx_disassemble_program(const struct ptx_program *program, struct buffer *out);

#endif
