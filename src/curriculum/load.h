/*
 * Loading: lessons/ (YAML) to the model, with all mistakes of all files in one pass.
 *
 * Field tables (curriculum/fields.def) list the keys of a mapping, their types and whether they are
 * required. libyaml gives the events. Anchors and aliases are refused, and nesting is bounded.
 * Duplicate and unknown keys are errors with a suggestion. Cross-checks cover ids, `requires`,
 * files, expressions, counters of gates, inits and links. doc/lesson-format.md describes the
 * format.
 *
 * Rooms:
 *     check/      checks across fields and files: links, cases, numbers
 *     read/       YAML nodes -> the model, by the tables of fields.def
 *     translate/  lays a translation over the texts of a lesson
 *     yaml/       YAML text -> nodes with their locations
 */
#ifndef CURRICULUM_LOAD_H
#define CURRICULUM_LOAD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/expression.h"
#include "curriculum/model.h"

struct curriculum_request {
    const char *root;                        /* folder with lessons/ */
    const char *pack;                        /* a second folder; its ids must be new; NULL: none */
    const char *language;                    /* "es": lays NAME.es.yaml over NAME.yaml; NULL or "en": none */
    bool (*counter_known)(const char *name); /* of gates and predictions (grader_counter_known); NULL: not checked */
    bool (*strict_known)(const char *name);  /* of `strict` (grader_strict_known); NULL: not checked */
    /*
     * Whether an init can fill a buffer, with a case's scalars (input_usable). NULL: not checked.
     */
    bool (*init_usable)(const char *init, enum dtype dtype, uint64_t element_count,
                        const struct expression_environment *environment, struct error *error);
};

/*
 * Loads everything. Mistakes of authors go to `diagnostics`, and their lessons are left out. If all
 * have mistakes, the curriculum is empty. NULL only if there is no lesson folder or no lesson file
 * in it. The diagnostics point into the curriculum's texts: render them before curriculum_free().
 */
struct curriculum *curriculum_load(const struct curriculum_request *request, struct diagnostics *diagnostics,
                                   struct error *error);
void curriculum_free(struct curriculum *curriculum);
DEFINE_CLEANUP(curriculum_free, struct curriculum *)

/*
 * One file, for fuzzing and author tools. Makes the checks that need one file alone. NULL if there
 * was an error.
 */
struct lesson *curriculum_load_text(struct arena *arena, const struct source *source, struct diagnostics *diagnostics);

#endif
