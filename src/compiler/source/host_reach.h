/*
 * Which declarations device code needs: those whose names it mentions, directly or by way of other
 * declarations and macros. Names are compared as words, so too much can stay, and nothing that is
 * needed goes.
 */
#ifndef COMPILER_SOURCE_HOST_REACH_H
#define COMPILER_SOURCE_HOST_REACH_H

#include "base/arena.h"
#include "compiler/source/host_token.h"

/* A declaration at namespace scope, or a #define. */
struct host_reach {
    const char *start, *stop;
    bool is_define, is_type; /* is_type: a structure */
    bool is_reached;         /* in: it is device code; out: device code needs it, too */
};

/* `asked`: further text that counts as device code; NULL-terminated. */
void host_reach_find(struct host_reach *list, size_t count, const char *const *asked, struct arena *arena);

#endif
