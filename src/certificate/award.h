/*
 * Awards: everything that a credential can be issued for, under one kind of name. These are the
 * certificates of certificates.def and the badges of badges.def.
 *
 *     foundation-badge  foundation  advanced  research       certificates
 *     w01-vector-add                                         a lesson's or a project's badge
 *     week-1  assessment-foundation                          badges of weeks and assessments
 */
#ifndef CERTIFICATE_AWARD_H
#define CERTIFICATE_AWARD_H

#include "certificate/badges.h"
#include "certificate/rules.h"

struct award_texts {
    const char *title; /* "Foundation certificate", "Week 1" */
    const char *claim; /* its holder "writes, checks and measures ..." */
    const char *criteria;
};

struct award {
    const char *name;
    struct award_texts english; /* as credentials have them */
    bool is_certificate;
    const char *shown;       /* "intermediate assessment": shown on it, but not needed; NULL */
    const char *shown_state; /* "passed", "not passed" or "not taken" */
    bool earned;
    /* In the learner's language: */
    struct award_texts local;
    const char *missing;   /* "core of week 1 is open": the first open requirement; NULL */
    const char *unoffered; /* "core of week 2": the first one that this course does not have; NULL */
    const struct lesson **lessons;
    size_t lesson_count;            /* those that count for it, in the curriculum's order */
    const struct earned_gap **gaps; /* what it still lacks, in the same order */
    size_t gap_count;
};

/* NOT_FOUND: no award of that name. Texts and lists live in `arena`. */
bool award_find(const struct earned *earned, const char *name, struct arena *arena, struct award *out_award,
                struct error *error);

#endif
