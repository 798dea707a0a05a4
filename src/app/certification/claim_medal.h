/* The medal that a claim of a certificate names, beside a verdict of today. */
#ifndef APP_CERTIFICATION_CLAIM_MEDAL_H
#define APP_CERTIFICATION_CLAIM_MEDAL_H

#include <jansson.h>

#include "grader/verdict.h"

/* False: there is no such medal. No text is none. */
bool claim_medal_read(const json_t *claim, enum medal *out_medal);

/*
 * Whether only a run of every block can bear out the claim. The kernel passes, but a sample of its
 * blocks shows too little for any medal.
 */
bool claim_medal_needs_full(const json_t *claim, const struct verdict *verdict);

#endif
