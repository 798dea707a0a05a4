/*
 * What a learner can set: kept in the store, chosen from a list (settings.def).
 *
 * An option of the command line wins over the environment, and that over what is stored. A value that is in no list is
 * told and left out, wherever it came from; what an option says is judged by whoever uses it.
 */
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "progress/store.h"

enum setting {
#define SETTING(id, name, variable, title, help) SETTING_##id,
#include "app/settings.def"
    SETTING_COUNT
};

enum setting_origin { SETTING_BY_DEFAULT, SETTING_STORED, SETTING_BY_ENVIRONMENT, SETTING_BY_OPTION };

/* What holds. A value is "" where the default does. */
struct settings {
    const char *values[SETTING_COUNT];
    enum setting_origin origins[SETTING_COUNT];
};

struct setting_choice {
    const char *value;
    const char *words; /* to be passed through _() */
};

const char *setting_title(enum setting setting); /* translated, as the next one */
const char *setting_help(enum setting setting);
const char *setting_variable(enum setting setting); /* of the environment */

size_t setting_choice_count(enum setting setting);
struct setting_choice setting_choice_at(enum setting setting, size_t index);

/* Position of a value among the choices; -1: it is none. */
int setting_find(enum setting setting, const char *value);

/*
 * What holds, by `options` (NULL: not given), the environment and the store. The first value that is none of the
 * choices is told in `out_trouble`, whose code is ERROR_NONE otherwise. Texts live in `arena`.
 */
void settings_read(struct store *store, const char *const options[SETTING_COUNT], struct arena *arena,
                   struct settings *out_settings, struct error *out_trouble);

/* What is stored, whatever holds; the default where that is nothing, or no choice. */
const char *setting_stored(struct store *store, enum setting setting, struct arena *arena);

/* Keeps one of the choices; "" forgets it. RANGE: it is none of them. Errors of the store. */
bool settings_keep(struct store *store, enum setting setting, const char *value, struct error *error);

#endif
