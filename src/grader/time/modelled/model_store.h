/*
 * Modelled times of the course's own kernels. Such a time follows from the job alone: plan, source, PTX, CUBIN, sizes,
 * architecture, and from the program that models it. It is modelled once and kept, so that a learner waits for the
 * time of their own kernel only.
 *
 * The file is ours to lose: one that is missing, damaged or too large is begun anew.
 */
#ifndef GRADER_TIME_MODELLED_MODEL_STORE_H
#define GRADER_TIME_MODELLED_MODEL_STORE_H

#include "base/hash.h"
#include "grader/wire/model_figure.h"

#define MODEL_STORE_FILE "modelled-times.json"

struct model_store;

/* `state_dir` NULL: nothing outlives the store. */
struct model_store *model_store_new(const char *state_dir);
void model_store_free(struct model_store *store);

/* What the figure of a job's only program follows from. `program`: the executable that models, known by its stamp. */
void model_store_key(const struct job *job, const char *architecture, const char *program,
                     char out_key[HASH_HEX_BYTES]);

bool model_store_find(struct model_store *store, const char *key, struct model_figure *out_figure);

/* A figure without a time is kept in memory alone: what could not be modelled may be so on another day. */
void model_store_keep(struct model_store *store, const char *key, const struct model_figure *figure);

#endif
