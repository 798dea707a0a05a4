/* Counters of a run, counters derived from them, and the source line that contributes most. */
#include "grader/value/counter.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/expression.h"
#include "base/i18n.h"
#include "grader/grader.h"

struct derived_row {
    const char *name, *numerator, *denominator, *waste, *help;
    struct counter_words words;
};

static const struct derived_row derived[] = {
#define DERIVED(id, name, numerator, denominator, waste, plain, met, unmet, unmet_at_line, help) \
    {name, numerator, denominator, waste, help, {plain, met, unmet, unmet_at_line}},
#include "grader/value/derived_counters.def"
#undef DERIVED
};

struct timed_row {
    const char *name, *help;
    struct counter_words words;
};

static const struct timed_row timed[] = {
#define TIMED(name, plain, met, unmet, help) {name, help, {plain, met, unmet, ""}},
#include "grader/value/timed_counters.def"
#undef TIMED
};

static const struct timed_row *find_timed(const char *name)
{
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++)
        if (!strcmp(timed[i].name, name))
            return &timed[i];
    return NULL;
}

bool counter_is_timed(const char *name)
{
    return find_timed(name) != NULL;
}

static const struct derived_row *find_derived(const char *name)
{
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
        if (!strcmp(derived[i].name, name))
            return &derived[i];
    return NULL;
}

uint64_t counter_total(const struct observation *observation, enum vgpu_counter counter)
{
    uint64_t total = 0;
    for (size_t i = 0; i < observation->kernel_count; i++)
        total += observation->kernels[i].totals[counter];
    return total;
}

enum { SECTOR_BYTES = 32 };

static void declare(const struct parameter *parameter, uint64_t bytes, struct counter_facts *facts)
{
    uint64_t sectors = (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    if (parameter_is_input(parameter)) {
        facts->declared_load_bytes += bytes;
        facts->declared_load_sectors += sectors;
    }
    if (parameter_is_output(parameter)) {
        facts->declared_store_bytes += bytes;
        facts->declared_store_sectors += sectors;
    }
}

/* Of several kernels the largest number of registers, and the lowest occupancy. */
static void add_kernels(const struct observation *observation, struct counter_facts *facts)
{
    facts->registers = facts->occupancy = -1;
    for (size_t i = 0; i < observation->kernel_count; i++) {
        const struct kernel_observation *kernel = &observation->kernels[i];
        double occupancy = kernel->sm_warps ? (double)kernel->resident_warps / kernel->sm_warps : -1;
        facts->launches += kernel->launches;
        if (!kernel->registers)
            continue;
        facts->registers = fmax(facts->registers, kernel->registers);
        facts->occupancy = facts->occupancy < 0 ? occupancy : fmin(facts->occupancy, occupancy);
    }
}

void counter_add_spills(struct counter_facts *facts, const struct kernel_resources *resources, size_t count)
{
    facts->spill_bytes = 0;
    for (size_t i = 0; i < count; i++)
        facts->spill_bytes += resources[i].spill_store_bytes + resources[i].spill_load_bytes;
}

bool counter_facts_of(const struct exercise *exercise, const struct scope *scope, int devices,
                      const struct observation *observation, struct counter_facts *out_facts, struct error *error)
{
    struct expression_environment environment = scope_environment(scope);
    struct counter_facts facts = {
        .scratch_bytes = observation->scratch_bytes, .schedule_steps = observation->schedule_steps, .spill_bytes = -1};
    add_kernels(observation, &facts);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        uint64_t shape[SHAPE_RANK_MAX], count;
        if (parameter->role == PARAMETER_SCALAR)
            continue;
        if (!scope_shape(scope, parameter, shape, &count, error))
            return false;
        declare(parameter, count * dtype_bytes(parameter->dtype) * (uint64_t)devices, &facts);
    }
    facts.declared_bytes = facts.declared_load_bytes + facts.declared_store_bytes;
    struct value bytes;
    if (exercise->bytes) {
        if (!expression_evaluate(exercise->bytes, &environment, &bytes, error))
            return error_add_context(error, "bytes of %s", exercise->id);
        facts.declared_bytes = bytes.is_real ? (uint64_t)fmax(bytes.real, 0) : (uint64_t)bytes.integer;
    }
    *out_facts = facts;
    return true;
}

/* The scope of a formula: the counters of the whole run, or of one line. */
struct formula_context {
    const struct observation *observation;
    const struct counter_facts *facts; /* NULL for a single line */
    int line;                          /* -1: the whole run */
};

static uint64_t counter_at_line(const struct observation *observation, enum vgpu_counter counter, int line)
{
    uint64_t total = 0;
    for (size_t i = 0; i < observation->kernel_count; i++)
        for (size_t j = 0; j < observation->kernels[i].line_count; j++)
            if (observation->kernels[i].lines[j].line == line)
                total += observation->kernels[i].lines[j].values[counter];
    return total;
}

static bool find_fact(const struct counter_facts *facts, const char *name, double *out_value)
{
    const struct {
        const char *name;
        double value; /* negative: not known */
    } rows[] = {
        {"declared_load_bytes", (double)facts->declared_load_bytes},
        {"declared_store_bytes", (double)facts->declared_store_bytes},
        {"declared_load_sectors", (double)facts->declared_load_sectors},
        {"declared_store_sectors", (double)facts->declared_store_sectors},
        {"declared_bytes", (double)facts->declared_bytes},
        {"launches", (double)facts->launches},
        {"scratch_bytes", (double)facts->scratch_bytes},
        {"schedule_steps", (double)facts->schedule_steps},
        {"registers", facts->registers},
        {"occupancy", facts->occupancy},
        {"spill_bytes", facts->spill_bytes},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name))
            continue;
        *out_value = rows[i].value;
        return rows[i].value >= 0;
    }
    return false;
}

static bool lookup(void *opaque, const char *name, struct value *out_value)
{
    const struct formula_context *context = opaque;
    enum vgpu_counter counter;
    double value;
    if (vgpu_counter_find(name, &counter))
        value = (double)(context->line < 0 ? counter_total(context->observation, counter)
                                           : counter_at_line(context->observation, counter, context->line));
    else if (!context->facts || !find_fact(context->facts, name, &value))
        return false;
    *out_value = (struct value){.is_real = true, .real = value};
    return true;
}

static bool evaluate(const char *text, struct formula_context *context, double *out_value, struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct expression_environment environment = {.lookup = lookup, .context = context};
    struct expression *expression = expression_parse_text(arena, text, error);
    struct value value;
    if (!expression || !expression_evaluate(expression, &environment, &value, error))
        return error_add_context(error, "counter formula '%s'", text);
    *out_value = value.is_real ? value.real : (double)value.integer;
    return true;
}

bool counter_evaluate(const char *name, const struct observation *observation, const struct counter_facts *facts,
                      double *out_value, struct error *error)
{
    struct formula_context context = {.observation = observation, .facts = facts, .line = -1};
    const struct derived_row *row = find_derived(name);
    enum vgpu_counter counter;
    double numerator, denominator = 1;
    if (!row && !vgpu_counter_find(name, &counter))
        return error_set(error, ERROR_NOT_FOUND, "there is no counter '%s'", name);
    if (!evaluate(row ? row->numerator : name, &context, &numerator, error) ||
        (row && *row->denominator && !evaluate(row->denominator, &context, &denominator, error)))
        return false;
    if (denominator != 0)
        *out_value = numerator / denominator;
    else
        *out_value = numerator != 0 ? numerator : 1;
    return true;
}

static double waste_at(const char *formula, const struct observation *observation, int line)
{
    struct formula_context context = {.observation = observation, .line = line};
    double value;
    return evaluate(formula, &context, &value, NULL) && value > 0 ? value : 0;
}

static struct counter_source main_source(const char *formula, const struct observation *observation)
{
    struct counter_source source = {0};
    double most = 0, whole = waste_at(formula, observation, -1);
    for (size_t i = 0; i < observation->kernel_count; i++) {
        for (size_t j = 0; j < observation->kernels[i].line_count; j++) {
            int line = observation->kernels[i].lines[j].line;
            double waste = line > 0 ? waste_at(formula, observation, line) : 0;
            if (waste <= most)
                continue;
            most = waste;
            source.line = line;
        }
    }
    source.share = whole > 0 && most < whole ? most / whole : source.line != 0;
    return source;
}

struct counter_source counter_main_source(const char *name, const struct observation *observation)
{
    const struct derived_row *row = find_derived(name);
    struct counter_source source = main_source(row ? row->waste : name, observation);
    /* No line wastes anything: then blame the line that moves most. */
    return row && !source.line ? main_source(row->numerator, observation) : source;
}

struct counter_words counter_words(const char *name)
{
    static const char *const plainly = N_("{plain}: {value}");
    const struct derived_row *row = find_derived(name);
    const struct timed_row *of_time = find_timed(name);
    struct counter_words words = row ? row->words : of_time ? of_time->words : (struct counter_words){name, "", "", ""};
    enum vgpu_counter counter;
    if (!row && vgpu_counter_find(name, &counter))
        words.plain = vgpu_counter_describe(counter)->plain;
    if (!*words.met)
        words.met = words.unmet = plainly;
    return words;
}

bool grader_derived_counter(size_t index, const char **out_name, const char **out_plain)
{
    if (index >= sizeof derived / sizeof *derived)
        return false;
    *out_name = derived[index].name;
    *out_plain = derived[index].words.plain;
    return true;
}

struct line_memory counter_line_memory(const struct observation *observation, int line, bool is_store)
{
    enum vgpu_counter requests = is_store ? VGPU_COUNTER_GLOBAL_STORE_REQUESTS : VGPU_COUNTER_GLOBAL_LOAD_REQUESTS;
    enum vgpu_counter sectors = is_store ? VGPU_COUNTER_GLOBAL_STORE_SECTORS : VGPU_COUNTER_GLOBAL_LOAD_SECTORS;
    enum vgpu_counter bytes = is_store ? VGPU_COUNTER_GLOBAL_STORE_BYTES : VGPU_COUNTER_GLOBAL_LOAD_BYTES;
    struct line_memory memory = {0};
    double count = (double)counter_at_line(observation, requests, line);
    if (!(count > 0))
        return memory;
    memory.sectors_per_request = (double)counter_at_line(observation, sectors, line) / count;
    memory.bytes_per_request = (double)counter_at_line(observation, bytes, line) / count;
    return memory;
}

bool counter_is_ratio(const char *name)
{
    const struct derived_row *row = find_derived(name);
    return row && *row->denominator;
}

bool counter_needs_cache(const char *name)
{
    return !strncmp(name, "l1_", 3) || !strncmp(name, "l2_", 3) || strstr(name, "dram_");
}

const char *counter_formula(const char *name)
{
    const struct derived_row *row = find_derived(name);
    enum vgpu_counter counter;
    if (row)
        return row->help;
    if (find_timed(name))
        return find_timed(name)->help;
    return vgpu_counter_find(name, &counter) ? vgpu_counter_describe(counter)->formula : NULL;
}

bool grader_counter_known(const char *name)
{
    return counter_formula(name) != NULL;
}
