/*
 * The number of operands of a form, where its words decide it. The opcode's shape leaves some
 * operands open.
 */
#include <string.h>

#include "ptx/form/form.h"

/* `base` operands, and one more for each written word of `more`. */
static const struct count_row {
    uint16_t opcode;
    uint8_t base;
    const char *more;
} rows[] = {
    {PTX_OPCODE_LD, 2, "L2::cache_hint"},  {PTX_OPCODE_ST, 2, "L2::cache_hint"},
    {PTX_OPCODE_RED, 2, "L2::cache_hint"}, {PTX_OPCODE_ATOM, 3, "cas L2::cache_hint"},
    {PTX_OPCODE_SETP, 3, "Logic"},         {PTX_OPCODE_SET, 3, "Logic"},
    {PTX_OPCODE_LOP3, 5, "Logic"},
};

static uint32_t words_written(const struct ptx_form *form, const char *words)
{
    uint32_t written = 0;
    for (uint8_t i = 0; i < form->modifier_count; i++)
        for (const char *word = words; *word; word += strcspn(word, " "), word += strspn(word, " "))
            written += form_word_means(word, strcspn(word, " "), (enum ptx_modifier)form->modifiers[i]);
    return written;
}

/* Two numbers make a pair. cvt.rs takes random bits after the numbers (9.7.9.21). */
static bool conversion_fits(const struct ptx_form *form, uint32_t count)
{
    bool is_pair = ptx_type_class((enum ptx_type)form->types[0]) == PTX_TYPE_CLASS_PACKED &&
                   form->types[1] == PTX_TYPE_F32 && ptx_type_bits((enum ptx_type)form->types[0]) <= 32;
    if (words_written(form, "rs") > 0)
        return count > 2;
    return is_pair ? count > 2 : count == 2;
}

/*
 * Only f32 compares three numbers and has .abs. A comparison of two numbers has .xorsign.abs
 * (9.7.3.11, 9.7.3.12).
 */
static bool comparison_fits(const struct ptx_form *form, uint32_t count)
{
    bool has_abs = words_written(form, "abs") > 0, has_xorsign = words_written(form, "xorsign") > 0;
    return count == 3 ? has_abs == has_xorsign : form->types[0] == PTX_TYPE_F32 && !has_xorsign;
}

/* A second operation takes the third source. A part of the destination takes the rest from it. */
static bool video_fits(const struct ptx_form *form, uint32_t count)
{
    return count == 4 || words_written(form, "add min max") == 0;
}

bool operand_count_check(const struct ptx_form *form, uint32_t count)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].opcode == form->opcode)
            return count == rows[i].base + words_written(form, rows[i].more);
    switch (form->opcode) {
    case PTX_OPCODE_MIN:
    case PTX_OPCODE_MAX:
        return comparison_fits(form, count);
    case PTX_OPCODE_VADD:
    case PTX_OPCODE_VSUB:
    case PTX_OPCODE_VABSDIFF:
    case PTX_OPCODE_VMIN:
    case PTX_OPCODE_VMAX:
    case PTX_OPCODE_VSHL:
    case PTX_OPCODE_VSHR:
    case PTX_OPCODE_VSET:
        return video_fits(form, count);
    case PTX_OPCODE_CVT:
        return conversion_fits(form, count);
    case PTX_OPCODE_BAR:
    case PTX_OPCODE_BARRIER:
        return words_written(form, "red") > 0 ? count > 2
                                              : count < 3 && (count > 1 || words_written(form, "arrive") == 0);
    default:
        return true;
    }
}
