/*
 * Constants that an instruction cannot take, such as a seventeenth barrier or half a warp at one.
 */
#include <string.h>

#include "base/told.h"
#include "ptx/form/form.h"

static const struct range_row {
    uint16_t opcode;
    const char *word;
    uint32_t source;
    int64_t low, high, step;
} rows[] = {
#define OPERAND_RANGE(opcode, word, source, low, high, step) {PTX_OPCODE_##opcode, word, source, low, high, step},
#include "ptx/form/operand_ranges.def"
#undef OPERAND_RANGE
};

static bool has_word(const struct ptx_form *form, const char *word)
{
    for (uint8_t i = 0; i < form->modifier_count; i++)
        if (form_word_means(word, strlen(word), (enum ptx_modifier)form->modifiers[i]))
            return true;
    return false;
}

static bool is_for(const struct range_row *row, const struct ptx_form *form)
{
    if (row->opcode != form->opcode)
        return false;
    return *row->word == '!' ? !has_word(form, row->word + 1) : !*row->word || has_word(form, row->word);
}

/* The operands before the first source that a row counts. */
static uint32_t results_of(const struct ptx_form *form)
{
    switch (form->opcode) {
    case PTX_OPCODE_BAR:
    case PTX_OPCODE_BARRIER:
        return has_word(form, "red");
    case PTX_OPCODE_MBARRIER_TEST_WAIT:
    case PTX_OPCODE_MBARRIER_TRY_WAIT:
        return 1;
    default:
        return 0;
    }
}

static bool is_within(const struct range_row *row, const struct ptx_operand *operand)
{
    bool is_integer = operand->immediate_type == PTX_TYPE_S64 || operand->immediate_type == PTX_TYPE_U64;
    if (operand->kind != PTX_OPERAND_IMMEDIATE || !is_integer)
        return true;
    int64_t value = (int64_t)operand->bits;
    return value >= row->low && value <= row->high && value % row->step == 0;
}

bool operand_range_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                         uint32_t *out_operand, const char **out_problem)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!is_for(&rows[i], form))
            continue;
        uint32_t at = rows[i].source + results_of(form);
        if (at < count && !is_within(&rows[i], &operands[at])) {
            *out_operand = at;
            *out_problem = TOLD_TEXT("a constant that this instruction cannot take");
            return false;
        }
    }
    return true;
}
