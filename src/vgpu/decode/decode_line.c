/*
 * Which of the learner's lines an op belongs to.
 */
#include <string.h>

#include "vgpu/decode/select.h"

/* Where code was inlined from headers: the innermost place in the file that the kernel itself is in. */
static void find_line(struct vgpu_detail *detail, const struct ptx_program *program)
{
    const struct ptx_location *outermost = detail->source->location;
    detail->file = "";
    if (!outermost && program->file_count == 0)
        detail->line = detail->source->ptx_line; /* PTX that was written by hand is its own source */
    if (!outermost)
        return;
    while (outermost->inlined_at)
        outermost = outermost->inlined_at;
    detail->line = ptx_line_in_file(detail->source, outermost->file);
    if (outermost->file >= 0 && (uint32_t)outermost->file < program->file_count && program->files[outermost->file])
        detail->file = program->files[outermost->file];
}

/*
 * Unoptimised code has functions of headers inlined and does not say where: what is of another file than its function
 * belongs to the line before it.
 */
static void take_line_before(const struct vgpu_op *ops, uint32_t index)
{
    const char *own = ops[0].detail->file;
    struct vgpu_detail *detail = ops[index].detail;
    if (index == 0 || !*own || strcmp(detail->file, own) == 0)
        return;
    detail->line = ops[index - 1].detail->line;
    detail->file = ops[index - 1].detail->file;
}

void decode_find_lines(const struct vgpu_function *function, const struct ptx_program *program)
{
    for (uint32_t i = 0; i + 1 < function->op_count; i++) { /* the closing op has none */
        find_line(function->ops[i].detail, program);
        take_line_before(function->ops, i);
    }
}
