/* Reads the medal of a claim. */
#include "app/certification/claim_medal.h"

#include <string.h>

bool claim_medal_read(const json_t *claim, enum medal *out_medal)
{
    const char *name = json_string_value(json_object_get(claim, "medal"));
    int medal = MEDAL_GOLD;
    while (medal > MEDAL_NONE && (!name || strcmp(verdict_medal_name((enum medal)medal), name) != 0))
        medal--;
    *out_medal = (enum medal)medal;
    return medal > MEDAL_NONE || !name || !*name || strcmp(verdict_medal_name(MEDAL_NONE), name) == 0;
}

bool claim_medal_needs_full(const json_t *claim, const struct verdict *verdict)
{
    enum medal claimed;
    return claim_medal_read(claim, &claimed) && verdict->status == VERDICT_PASS && claimed > verdict->time.medal &&
           verdict->trust < VERDICT_TRUST_SAMPLED;
}
