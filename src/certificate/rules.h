/*
 * Certificate rules: the open requirements of each certificate, from the curriculum and the store.
 *
 * The rules are the rows of certificates.def. A requirement is measured in exercises: those that a
 * rule selects, and those of them passed unaided. An assessment counts as one, and so do the
 * questions of a lesson without exercises. A rule that selects none is not met, because this
 * curriculum does not offer it yet.
 */
#ifndef CERTIFICATE_RULES_H
#define CERTIFICATE_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"
#include "certificate/earned.h"

enum certificate {
#define CERTIFICATE(id, award, name, type, claim) CERTIFICATE_##id,
#include "certificate/certificates.def"
    CERTIFICATE_COUNT
};

const char *certificate_award_name(enum certificate certificate); /* "foundation-badge": as it is issued */
const char *certificate_name(enum certificate certificate);
const char *certificate_claim(enum certificate certificate);
bool certificate_is_badge(enum certificate certificate);

/* Whether a lesson counts for one of its needed requirements. */
bool certificate_counts(enum certificate certificate, const struct lesson *lesson);

/* The kind of a requirement; `number` says which one. */
enum requirement_kind { REQUIREMENT_WEEK, REQUIREMENT_ASSESSMENT, REQUIREMENT_PROJECT, REQUIREMENT_CONTRIBUTION };

struct certificate_requirement {
    const char *text; /* "core of week 3", in English */
    enum requirement_kind kind;
    int number; /* week, enum level, project */
    size_t passed, total;
    bool offered; /* the curriculum has it */
    bool met;
    bool is_shown_only;             /* shown on the certificate, but not needed for it */
    bool is_taken;                  /* an assessment: it was taken, and perhaps not passed */
    const struct earned_gap **gaps; /* what it still lacks, in the order of the course */
    size_t gap_count;
};

struct certificate_state {
    enum certificate certificate;
    struct certificate_requirement *requirements;
    size_t requirement_count;
    size_t needed_count, met_count; /* without those that are shown only */
};

/* Texts and rows live in `arena`. */
void certificate_evaluate(enum certificate certificate, const struct earned *earned, struct arena *arena,
                          struct certificate_state *out_state);

/* Appends "core of week 1", in the learner's language. */
void certificate_requirement_words(const struct certificate_requirement *requirement, struct buffer *out);

#endif
