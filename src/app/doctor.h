/*
 * The doctor: what this machine has, what is missing and how to get it. One row of doctor.def for
 * each check.
 */
#ifndef APP_DOCTOR_H
#define APP_DOCTOR_H

#include <stddef.h>

#include "app/app.h"
#include "base/cleanup.h"

struct doctor;

enum doctor_state {
    DOCTOR_GOOD,
    DOCTOR_NOTE,    /* works, with a remark: no GPU, so times are modelled */
    DOCTOR_MISSING, /* a part that learning needs does not work */
};

enum { DOCTOR_FOUND_BYTES = 512 };

struct doctor_result {
    const char *name;
    enum doctor_state state;
    char found[DOCTOR_FOUND_BYTES]; /* the found part, or the reason for its absence */
    char mend[DOCTOR_FOUND_BYTES];  /* advice; "" none */
};

/* The shared state of one round of checks. `app` must outlive it. NULL: out of memory. */
struct doctor *doctor_new(struct app *app);
void doctor_free(struct doctor *doctor);
DEFINE_CLEANUP(doctor_free, struct doctor *)

size_t doctor_check_count(void);

/* Runs check `index`. Some checks start a child or open a device, which takes up to a second. */
void doctor_check(struct doctor *doctor, size_t index, struct doctor_result *out_result);

#endif
