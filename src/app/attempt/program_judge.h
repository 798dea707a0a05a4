/*
 * Judges exercises of kind `program`: whole programs, of which the learner writes the host's part.
 *
 * The program and the shipped solution run with the same arguments: a seed and the sizes of all
 * cases, of which the last is drawn. Both must print the same. The kernels must be as shipped, no
 * call may be a mistake, and gates count launches and copies. Both run once more with kernels that
 * store other values, and must print the same again. So a loop on the host cannot take the place of
 * a kernel. Host code is not the same bit for bit everywhere, so no such verdict
 * counts for a certificate.
 */
#ifndef APP_ATTEMPT_PROGRAM_JUDGE_H
#define APP_ATTEMPT_PROGRAM_JUDGE_H

#include "app/submission.h"

/* False: nothing could be judged: no clang, no sandbox, or the solution itself does not run. */
bool program_judge(const struct app *app, const struct submission *submission, struct verdict **out_verdict,
                   struct error *error);

#endif
