/*
 * Modelled times of the course's own kernels. A time depends on the job (plan, source, PTX, CUBIN,
 * sizes, architecture) and on the modelling program. It is modelled once and kept, so a learner
 * waits only for their own kernel's time.
 *
 * A missing, damaged or too large file is replaced.
 */
#ifndef GRADER_TIME_MODELLED_MODEL_STORE_H
#define GRADER_TIME_MODELLED_MODEL_STORE_H

#include "base/hash.h"
#include "grader/wire/model_figure.h"

#define MODEL_STORE_FILE "modelled-times.json"

struct model_store;

/* `state_dir` NULL: entries are lost with the store. */
struct model_store *model_store_new(const char *state_dir);
void model_store_free(struct model_store *store);

/* The key of a job's only program. `program`: the modelling executable, identified by its stamp. */
void model_store_key(const struct job *job, const char *architecture, const char *program,
                     char out_key[HASH_HEX_BYTES]);

bool model_store_find(struct model_store *store, const char *key, struct model_figure *out_figure);

/* A figure without a time stays in memory only, because a later attempt may succeed. */
void model_store_keep(struct model_store *store, const char *key, const struct model_figure *figure);

#endif
