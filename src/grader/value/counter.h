/*
 * Counters of a run and what is derived from them (derived_counters.def).
 *
 * A derived counter is a quotient of sums over the whole gate case, never an average of quotients. Its formula is an
 * expression over the device's counters and what the exercise declares; a denominator of 0 gives 1 where nothing was
 * moved and the numerator itself otherwise.
 */
#ifndef GRADER_VALUE_COUNTER_H
#define GRADER_VALUE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "curriculum/model.h"
#include "device/observation.h"
#include "grader/value/scope.h"

/* What the exercise says about the case that was run. */
struct counter_facts {
    uint64_t declared_load_bytes, declared_store_bytes;     /* of the buffers that are read, written */
    uint64_t declared_load_sectors, declared_store_sectors; /* ceil(bytes / 32) of each, summed */
    uint64_t declared_bytes;                                /* `bytes` of the exercise; else loads + stores */
    uint64_t launches;
};

struct counter_source {
    int line;     /* that contributes most; 0: unknown */
    double share; /* of the whole, 0..1 */
};

/* Of a case that ran on `devices` devices. */
bool counter_facts_of(const struct exercise *exercise, const struct scope *scope, int devices,
                      const struct observation *observation, struct counter_facts *out_facts, struct error *error);

uint64_t counter_total(const struct observation *observation, enum vgpu_counter counter);

/* NOT_FOUND for a name that is in neither table. */
bool counter_evaluate(const char *name, const struct observation *observation, const struct counter_facts *facts,
                      double *out_value, struct error *error);

/* For a derived counter, of what is too much; for others, of the counter itself. */
struct counter_source counter_main_source(const char *name, const struct observation *observation);

/* How a gate tells the value: a template with {value} and {counter}. */
const char *counter_phrase(const char *name);

/* What one warp request at a line moves on average: for explanations, never for gates. 0 where there is none. */
struct line_memory {
    double sectors_per_request, bytes_per_request;
};
struct line_memory counter_line_memory(const struct observation *observation, int line, bool is_store);

/* Whether a run must carry the cache model for this counter to be known. */
bool counter_needs_cache(const char *name);

/* In words: the formula and its edge rules. NULL if there is no such counter. */
const char *counter_formula(const char *name);

#endif
