/* Sentences about gates: rows GATE_DIAGNOSIS of diagnoses.def. */
#ifndef GRADER_DIAGNOSE_EXPLANATION_GATE_H
#define GRADER_DIAGNOSE_EXPLANATION_GATE_H

#include "grader/source/given_call.h"
#include "grader/value/sentence.h"
#include "grader/verdict.h"

/* The gate in the sentence: the first that is not met; NULL: all are met. */
const struct gate_verdict *explain_gate_unmet(const struct verdict *verdict);

struct sentence explain_gate(const struct verdict *verdict, const struct exercise *exercise,
                             const struct given_calls *calls);

#endif
