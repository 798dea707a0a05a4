/*
 * Evidence of an award: JSON with the attempts, assessments and questions that it rests on.
 *
 *     {"award", "learner": {"name", "did"}, "issued_at",
 *      "program": {"version", "model"},
 *      "claims": [{"attempt", "exercise", "lesson_sha256", "status", "medal", "device",
 *                  "architecture", "seed", "source", "source_sha256", "ptx_sha256", "verdict",
 *                  "toolkit", "program", "model", "trust", "assisted", "started_at",
 *                  "elapsed_ns"}],
 *      "assessments": [{"lesson", "level", "pack", "pool_sha256", "started_at", "elapsed_s",
 *                       "points", "points_total", "self_administered"}],
 *      "questions": [{"lesson", "right"}],
 *      "shown": [{"assessment", "state"}]}
 */
#ifndef APP_CERTIFICATION_EVIDENCE_H
#define APP_CERTIFICATION_EVIDENCE_H

#include <jansson.h>

#include "app/certificate_file.h"
#include "certificate/award.h"

struct evidence_counts {
    size_t claims, assisted, assessments, questions;
    bool is_supervised; /* an assessment came from a school's pack */
    const char *shown;  /* "intermediate assessment": shown, not needed; NULL */
    const char *shown_state;
};

/* The hash of a lesson's file: another one can mean other rules. */
void evidence_lesson_hash(const struct exercise *exercise, char out_hex[65]);

/* The caller owns the JSON. */
bool evidence_collect(struct app *app, const struct award *award, struct certificate_progress progress,
                      json_t **out_evidence, struct evidence_counts *out_counts, struct error *error);

#endif
