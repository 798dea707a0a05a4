/* A parsed instruction back to text. */
#ifndef PTX_DISASSEMBLY_H
#define PTX_DISASSEMBLY_H

#include "base/buffer.h"
#include "ptx/program.h"

/* "@%p1 ld.global.f32 %f1, [%rd4+16]", without the semicolon. */
void ptx_disassemble_instruction(const struct ptx_program *program, const struct ptx_function *function,
                                 const struct ptx_instruction *instruction, struct buffer *out);

#endif
