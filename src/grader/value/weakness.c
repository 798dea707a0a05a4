/* Finds the weakness of a kernel: see the header. */
#include "grader/value/weakness.h"

#include "base/i18n.h"
#include "grader/value/phrase.h"
#include "grader/value/template.h"

bool weakness_is_worth_naming(const struct observation *observation, enum vgpu_counter lost)
{
    enum { LEAST_PERCENT = 2 };
    uint64_t instructions = counter_total(observation, VGPU_COUNTER_WARP_INSTRUCTIONS);
    return lost == VGPU_COUNTER_COUNT || 100 * counter_total(observation, lost) >= LEAST_PERCENT * instructions;
}

struct weakness weakness_find(const struct observation *observation, struct arena *arena)
{
    static const struct {
        const char *name;
        enum vgpu_counter lost; /* VGPU_COUNTER_COUNT: always worth naming */
    } watched[] = {
        {"uncoalesced_stores", VGPU_COUNTER_COUNT},
        {"uncoalesced_loads", VGPU_COUNTER_COUNT},
        {"shared_load_conflict_ratio", VGPU_COUNTER_SHARED_LOAD_CONFLICTS},
        {"shared_store_conflict_ratio", VGPU_COUNTER_SHARED_STORE_CONFLICTS},
    };
    struct counter_facts none = {0};
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        double value;
        const char *name = watched[i].name;
        if (!counter_evaluate(name, observation, &none, &value, NULL) || value < 1.5 ||
            !weakness_is_worth_naming(observation, watched[i].lost))
            continue;
        struct template_field field = {"value", phrase_factor(arena, value)};
        struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
        template_expand(_(counter_words(name).unmet), &field, 1, &text);
        return (struct weakness){arena_strdup(arena, buffer_text(&text)), counter_main_source(name, observation).line};
    }
    return (struct weakness){0};
}
