/* Reports a difference where it begins. Results that depend on a different value may differ too. */
#include "compare.h"

#include <string.h>

#include "bounds.h"

void step_spelling(const struct program_step *step, char *out_spelling, size_t size_bytes)
{
    const char *text = step->text;
    if (*text == '@')
        text = strchr(text, ' ') + 1;
    snprintf(out_spelling, size_bytes, "%.*s", (int)strcspn(text, " "), text);
}

static uint64_t value_at(const struct program *program, int value, uint32_t thread, const uint64_t *inputs,
                         const struct program_results *results)
{
    const struct program_value *is = &program->values[value];
    uint64_t bits = is->output >= 0  ? results->outputs[(uint32_t)is->output * program->threads + thread]
                    : is->input >= 0 ? inputs[(uint32_t)is->input * program->threads + thread]
                                     : 0;
    if (is->class == 'h')
        return bits & UINT16_MAX;
    if (is->class == 'p')
        return bits & 1;
    return is->class == 'r' ? bits & UINT32_MAX : bits;
}

static void describe(const struct program *program, const struct program_step *step, uint32_t thread, uint32_t count,
                     const uint64_t *inputs, const struct program_results *left, const struct program_results *right,
                     FILE *report)
{
    char spelling[160];
    step_spelling(step, spelling, sizeof(spelling));
    uint32_t block = program->block[0] * program->block[1] * program->block[2];
    fprintf(report, "difference: %s\n", spelling);
    fprintf(report, "  %s of seed %llu: %s%s\n", program->name, (unsigned long long)program->seed, step->text,
            step->in_loop ? " (in a loop)" : "");
    fprintf(report, "  %u threads of %u, the first is %u of block %u (blocks of %u,%u,%u)\n", count, program->threads,
            thread % block, thread / block, program->block[0], program->block[1], program->block[2]);
    for (int i = 0; i < step->source_count; i++) {
        const struct program_value *is = &program->values[step->sources[i]];
        fprintf(report, "  %%%c%u = 0x%llx\n", is->class, is->number,
                (unsigned long long)value_at(program, step->sources[i], thread, inputs, left));
    }
    fprintf(report, "  left 0x%llx, right 0x%llx\n",
            (unsigned long long)value_at(program, step->value, thread, inputs, left),
            (unsigned long long)value_at(program, step->value, thread, inputs, right));
}

/* --- differences that PTX allows -------------------------------------------------------------- */

static bool is_nan(char kind, uint64_t bits)
{
    switch (kind) {
    case 'F':
        return (bits & 0x7fffffff) > 0x7f800000;
    case 'G':
        return (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000);
    case 'X':
        return (bits & 0x7fff) > 0x7c00;
    case 'B':
        return (bits & 0x7fff) > 0x7f80;
    default:
        return false;
    }
}

/* These f64 instructions keep a NaN's payload. With two NaN, PTX leaves open which payload. */
static bool keeps_payload(const struct program *program, const struct program_step *step, uint32_t thread,
                          const uint64_t *inputs, const struct program_results *results)
{
    static const char *const mnemonics[] = {"add.", "sub.", "mul.", "fma.", "div.", "rcp.r", "sqrt.", "neg.", "abs."};
    char spelling[160];
    int nans = 0;
    step_spelling(step, spelling, sizeof(spelling));
    for (int i = 0; i < step->source_count; i++)
        nans += is_nan('G', value_at(program, step->sources[i], thread, inputs, results));
    for (size_t i = 0; i < sizeof(mnemonics) / sizeof(mnemonics[0]); i++) {
        if (strncmp(spelling, mnemonics[i], strlen(mnemonics[i])) == 0)
            return nans <= 1;
    }
    return false;
}

/* Except in f64, PTX does not specify the NaN of an instruction, so all NaN are equal. */
static bool are_nan_alike(const struct program *program, const struct program_step *step, uint32_t thread,
                          const uint64_t *inputs, const struct program_results *left,
                          const struct program_results *right)
{
    char kind = program->values[step->value].kind;
    uint64_t a = value_at(program, step->value, thread, inputs, left);
    uint64_t b = value_at(program, step->value, thread, inputs, right);
    if (kind != 'Y' && kind != 'C')
        return is_nan(kind, a) && is_nan(kind, b) &&
               (kind != 'G' || !keeps_payload(program, step, thread, inputs, left));
    char half = kind == 'Y' ? 'X' : 'B';
    for (int shift = 0; shift < 32; shift += 16) {
        uint64_t x = a >> shift & 0xffff, y = b >> shift & 0xffff;
        if (x != y && !(is_nan(half, x) && is_nan(half, y)))
            return false;
    }
    return true;
}

/* Both results are within an approximate instruction's bounds, or NaN with unspecified bits. */
static bool is_allowed(const struct program *program, const struct program_step *step, uint32_t thread,
                       const uint64_t *inputs, const struct program_results *left, const struct program_results *right)
{
    uint64_t sources[2] = {0};
    for (int i = 0; i < step->source_count && i < 2; i++)
        sources[i] = value_at(program, step->sources[i], thread, inputs, left);
    char spelling[160];
    step_spelling(step, spelling, sizeof(spelling)); /* without the text's guard */
    if (step->source_count && strncmp(spelling, "cvt.rna.tf32", 12) == 0 && is_nan('F', sources[0]))
        return true; /* the hardware drops low bits of the payload, possibly all */
    if (are_nan_alike(program, step, thread, inputs, left, right))
        return true;
    return step->rule && bounds_hold(step->rule, sources, value_at(program, step->value, thread, inputs, left)) &&
           bounds_hold(step->rule, sources, value_at(program, step->value, thread, inputs, right));
}

static void compare_memory(const struct program *program, const struct program_results *left,
                           const struct program_results *right, FILE *report, struct comparison *total)
{
    for (uint32_t i = 0; i < PROGRAM_MEMORY_BYTES / 8; i++) {
        if (left->memory[i] == right->memory[i])
            continue;
        total->differing++;
        fprintf(report, "difference: memory\n  %s of seed %llu: %s, byte %u: left 0x%llx, right 0x%llx\n",
                program->name, (unsigned long long)program->seed,
                i < PROGRAM_MEMORY_BYTES / 16 ? "atomics of all threads" : "of a thread", i * 8,
                (unsigned long long)left->memory[i], (unsigned long long)right->memory[i]);
        return;
    }
}

void compare_results(const struct program *program, const uint64_t *inputs, const struct program_results *left,
                     const struct program_results *right, FILE *report, struct comparison *total)
{
    bool differs[PROGRAM_VALUES_MAX] = {false}, any = false;
    for (int s = 0; s < program->step_count; s++) {
        const struct program_step *step = &program->steps[s];
        uint32_t count = 0, first = 0;
        bool is_other = false;
        size_t row = (size_t)program->values[step->value].output * program->threads;
        total->compared += program->threads;
        for (uint32_t t = 0; t < program->threads; t++) {
            if (left->outputs[row + t] == right->outputs[row + t])
                continue;
            if (is_allowed(program, step, t, inputs, left, right)) {
                total->within_bounds++;
                is_other = true;
                continue;
            }
            first = count++ ? first : t;
        }
        bool is_explained = false;
        for (int i = 0; i < step->source_count; i++)
            is_explained |= differs[step->sources[i]];
        differs[step->value] = is_explained || is_other || count;
        any |= differs[step->value];
        if (count && !is_explained) {
            total->differing++;
            describe(program, step, first, count, inputs, left, right, report);
        }
    }
    if (!any)
        compare_memory(program, left, right, report, total);
}
