/*
 * A kernel to repair: a planted wrong kernel of an exercise that the learner has passed. It takes
 * the place of the learner's file, as a reset does, so it can be undone.
 */
#ifndef APP_REPAIR_H
#define APP_REPAIR_H

#include "app/app.h"

struct repair {
    const struct exercise *exercise; /* NULL: there is none */
    const char *path;                /* of the wrong kernel */
};

/*
 * Chooses the exercise that was passed longest ago, of those with a kernel that is unsafe or wrong.
 * `turn` chooses among its kernels. Texts live in `arena`.
 */
bool repair_choose(struct app *app, uint64_t turn, struct arena *arena, struct repair *out_repair, struct error *error);

/* Copies the kernel over the learner's file, without the comments that name the fault. */
bool repair_begin(struct app *app, const struct repair *repair, struct error *error);

#endif
