/* The parts of the disassembler. */
#ifndef PTX_DISASSEMBLY_DISASSEMBLY_H
#define PTX_DISASSEMBLY_DISASSEMBLY_H

#include "base/buffer.h"
#include "ptx/program.h"

/* disassembly_variable.c: without linkage and semicolon */
void disassemble_variable(const struct ptx_variable *variable, struct buffer *out);
void disassemble_parameters(struct ptx_variable *const *variables, uint32_t count, struct buffer *out);

/* disassembly_function.c */
void disassemble_declaration(const struct ptx_function *function, struct buffer *out);
void disassemble_definition(const struct ptx_program *program, const struct ptx_function *function, struct buffer *out);

#endif
