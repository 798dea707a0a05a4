/*
 * The doctor in the background, for an event loop that must never block. Results come one by one.
 */
#ifndef APP_CHECKUP_H
#define APP_CHECKUP_H

#include <stdbool.h>

#include "app/doctor.h"
#include "base/cleanup.h"

struct checkup;

/* Starts a thread that makes every check. NULL if it cannot be started. */
struct checkup *checkup_new(struct app *app);
void checkup_free(struct checkup *checkup); /* waits for the running check */
DEFINE_CLEANUP(checkup_free, struct checkup *)

/* Readable when there are new results. */
int checkup_descriptor(const struct checkup *checkup);

/* The present number of results. */
size_t checkup_result_count(struct checkup *checkup);

/* A result, in the order of doctor.def. */
void checkup_result(struct checkup *checkup, size_t index, struct doctor_result *out_result);

#endif
