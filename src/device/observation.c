/* Making, freeing and resetting an observation. */
#include "device/observation.h"

#include <stdlib.h>

struct observation *observation_new(void)
{
    struct arena *arena = arena_new();
    struct observation *observation = calloc(1, sizeof *observation);
    if (!observation)
        abort();
    observation->arena = arena;
    return observation;
}

void observation_free(struct observation *observation)
{
    if (!observation)
        return;
    arena_free(observation->arena);
    free(observation);
}

void observation_reset(struct observation *observation)
{
    arena_free(observation->arena);
    *observation = (struct observation){.arena = arena_new()};
}
