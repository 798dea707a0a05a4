/* The parts of the disassembler. */
#ifndef PTX_DISASSEMBLE_DISASSEMBLE_H
#define PTX_DISASSEMBLE_DISASSEMBLE_H

#include "base/buffer.h"
#include "ptx/program.h"

/* disassemble_variable.c: without linkage and semicolon */
void ptx_write_variable(const struct ptx_variable *variable, struct buffer *out);
void ptx_write_parameters(struct ptx_variable *const *variables, uint32_t count, struct buffer *out);

/* disassemble_function.c */
void ptx_write_declaration(const struct ptx_function *function, struct buffer *out);
void ptx_write_definition(const struct ptx_program *program, const struct ptx_function *function, struct buffer *out);

#endif
