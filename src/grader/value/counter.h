/*
 * Counters of a run, and counters derived from them (derived_counters.def).
 *
 * A derived counter is a quotient of sums over the whole gate case, never an average of quotients.
 * Its formula is an expression over the device's counters and the exercise's declarations. If the
 * denominator is 0, the value is 1 for a numerator of 0, else the numerator.
 */
#ifndef GRADER_VALUE_COUNTER_H
#define GRADER_VALUE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "compiler/compiler.h"
#include "curriculum/model.h"
#include "device/observation.h"
#include "grader/value/scope.h"

/* The exercise's declarations about the case that ran. */
struct counter_facts {
    /* of the buffers that are read and of those that are written */
    uint64_t declared_load_bytes, declared_store_bytes;
    uint64_t declared_load_sectors, declared_store_sectors; /* ceil(bytes / 32) of each, summed */
    uint64_t declared_bytes;                                /* `bytes` of the exercise, or else loads + stores */
    uint64_t launches, scratch_bytes, schedule_steps;
    double registers, occupancy; /* of the kernels that ran, the most and the least; negative: not known */
    double spill_bytes;          /* see counter_add_spills(); negative: not known */
};

struct counter_source {
    int line;     /* the line that contributes most; 0: unknown */
    double share; /* of the whole, 0 to 1 */
};

/* For a case that ran on `devices` devices. */
bool counter_facts_of(const struct exercise *exercise, const struct scope *scope, int devices,
                      const struct observation *observation, struct counter_facts *out_facts, struct error *error);

/* Adds the spills that the compiler reports for all kernels of the file. */
void counter_add_spills(struct counter_facts *facts, const struct kernel_resources *resources, size_t count);

uint64_t counter_total(const struct observation *observation, enum vgpu_counter counter);

/* NOT_FOUND for a name in neither table. */
bool counter_evaluate(const char *name, const struct observation *observation, const struct counter_facts *facts,
                      double *out_value, struct error *error);

/* For a derived counter its excess counts, for any other the counter itself. */
struct counter_source counter_main_source(const char *name, const struct observation *observation);

/*
 * A counter in front of learners: its plain name, and templates with {plain} and {value} about a
 * limit that is kept or exceeded. The last one has {line} too; "": there is none.
 */
struct counter_words {
    const char *plain, *met, *unmet, *unmet_at_line;
};
struct counter_words counter_words(const char *name);

/*
 * Averages over the warp requests at a line; for explanations, never for gates. 0 without requests.
 */
struct line_memory {
    double sectors_per_request, bytes_per_request;
};
struct line_memory counter_line_memory(const struct observation *observation, int line, bool is_store);

/* Whether the counter is a quotient, so that a limit on it holds at every size. */
bool counter_is_ratio(const char *name);

/* Whether the counter is of the modelled run at the timed size (timed_counters.def). */
bool counter_is_timed(const char *name);

/* Whether the counter needs a run with the cache model. */
bool counter_needs_cache(const char *name);

/* The formula and its edge rules in words. NULL: there is no such counter. */
const char *counter_formula(const char *name);

#endif
