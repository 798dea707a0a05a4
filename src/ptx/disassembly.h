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

/*
 * The instructions that a line of a source file became, in order. Each is on a line of its own with
 * its index.
 */
void ptx_list_line(const struct ptx_program *program, const struct ptx_function *function, int file, int line,
                   struct buffer *out);

/* A function grouped by source line, with a heading "file:line" at each change of the line. */
void ptx_list_function(const struct ptx_program *program, const struct ptx_function *function, struct buffer *out);

#endif
