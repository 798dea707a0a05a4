/* A plan's timeline, for tests of its drawing. */
#ifndef SUPPORT_TIMELINE_SUPPORT_H
#define SUPPORT_TIMELINE_SUPPORT_H

#include "app/verdict_text.h"

/* Two devices that work in turn, and a scratch buffer that is freed. Line numbers are made up. */
static const struct plan_timeline timeline_support_plan = {
    .rank_count = 2,
    .names = {"forward", "copy", "kept", "sent"},
    .name_count = 4,
    .bars = {{.name = 0, .line = 4, .label = 0, .stream = 1, .begin = 0, .end = 1},
             {.name = 1, .line = 6, .label = -1, .stream = 2, .begin = 1, .end = 2},
             {.name = 0, .line = 4, .label = 1, .stream = 1, .begin = 1, .end = 2},
             {.name = 1, .line = 6, .label = -1, .stream = 2, .begin = 2, .end = 3},
             {.name = 0, .line = 4, .rank = 1, .label = 0, .stream = 1, .begin = 2, .end = 3},
             {.name = 0, .line = 4, .rank = 1, .label = 1, .stream = 1, .begin = 3, .end = 4}},
    .bar_count = 6,
    .bar_total = 6,
    .moments = {{.name = 2, .line = 2},
                {.name = 3, .line = 3},
                {.name = 0, .line = 4, .is_work = true},
                {.name = 1, .line = 6, .is_work = true},
                {.name = 3, .line = 7},
                {.name = 0, .line = 4, .is_work = true}},
    .moment_count = 6,
    .moment_total = 6,
    .lives = {{.name = 2, .line = 2, .size_bytes = 4096, .first = 0, .end = 6},
              {.name = 3, .line = 3, .size_bytes = 12288, .first = 1, .end = 4}},
    .life_count = 2,
    .life_total = 2,
};

#endif
