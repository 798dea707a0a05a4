/*
 * The learner's settings: kept in the store, chosen from a list (settings.def).
 *
 * An option of the command line wins over the environment, and the environment over the store. A
 * value that is in no list is reported and ignored. The user of an option checks the option's
 * value.
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

/* The effective settings. "" stands for the default. */
struct settings {
    const char *values[SETTING_COUNT];
    enum setting_origin origins[SETTING_COUNT];
};

struct setting_choice {
    const char *value;
    const char *words; /* pass it through _() */
};

const char *setting_title(enum setting setting); /* translated, as the next one */
const char *setting_help(enum setting setting);
const char *setting_variable(enum setting setting); /* of the environment */

size_t setting_choice_count(enum setting setting);
struct setting_choice setting_choice_at(enum setting setting, size_t index);

/* The position of a value among the choices; -1: none. */
int setting_find(enum setting setting, const char *value);

/*
 * The effective settings, by `options` (NULL: not given), the environment and the store. The first
 * unknown value is reported in `out_trouble`; else its code is ERROR_NONE. Texts live in `arena`.
 */
void settings_read(struct store *store, const char *const options[SETTING_COUNT], struct arena *arena,
                   struct settings *out_settings, struct error *out_trouble);

/* RANGE: this terminal cannot show the characters of the language. */
bool settings_check_language(const char *language, struct error *error);

/*
 * The stored value, even if another one is effective. The default if there is none or it is no
 * choice.
 */
const char *setting_stored(struct store *store, enum setting setting, struct arena *arena);

/*
 * Stores one of the choices; "" removes it. RANGE: it is no choice, or a language that this
 * terminal cannot show. Errors of the store.
 */
bool settings_keep(struct store *store, enum setting setting, const char *value, struct error *error);

#endif
