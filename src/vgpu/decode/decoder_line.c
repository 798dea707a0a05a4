/* Finds the learner's source line of each op. */
#include <string.h>

#include "vgpu/decode/selector.h"

/* For code inlined from headers, finds the innermost place in the kernel's own file. */
static void find_line(struct vgpu_detail *detail, const struct ptx_program *program)
{
    const struct ptx_location *outermost = detail->source->location;
    detail->file = "";
    if (!outermost && program->file_count == 0)
        detail->line = detail->source->ptx_line; /* hand-written PTX is its own source */
    if (!outermost)
        return;
    while (outermost->inlined_at)
        outermost = outermost->inlined_at;
    detail->line = ptx_line_in_file(detail->source, outermost->file);
    if (outermost->file >= 0 && (uint32_t)outermost->file < program->file_count && program->files[outermost->file])
        detail->file = program->files[outermost->file];
}

/*
 * Unoptimised code does not record where functions of headers are inlined. So code from another
 * file belongs to the line before it.
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
    for (uint32_t i = 0; i + 1 < function->op_count; i++) { /* the closing op has no line */
        find_line(function->ops[i].detail, program);
        take_line_before(function->ops, i);
    }
}
