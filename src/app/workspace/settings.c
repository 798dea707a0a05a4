/* Reads and stores settings. */
#include "app/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "vgpu/architecture.h"

static const struct {
    const char *name, *variable, *title, *help;
} rows[SETTING_COUNT] = {
#define SETTING(id, name, variable, title, help) [SETTING_##id] = {"setting." name, variable, title, help},
#include "app/settings.def"
};

static const struct {
    enum setting setting;
    struct setting_choice choice;
} choices[] = {
#define CHOICE(id, value, words) {SETTING_##id, {value, words}},
#include "app/settings.def"
};

enum { CHOICE_COUNT = sizeof choices / sizeof choices[0] };

const char *setting_title(enum setting setting)
{
    return _(rows[setting].title);
}

const char *setting_help(enum setting setting)
{
    return _(rows[setting].help);
}

const char *setting_variable(enum setting setting)
{
    return rows[setting].variable;
}

size_t setting_choice_count(enum setting setting)
{
    size_t count = 0;
    if (setting == SETTING_ARCHITECTURE) {
        while (vgpu_architecture_at(count))
            count++;
        return count;
    }
    for (size_t i = 0; i < CHOICE_COUNT; i++)
        count += choices[i].setting == setting;
    return count;
}

struct setting_choice setting_choice_at(enum setting setting, size_t index)
{
    if (setting == SETTING_ARCHITECTURE) {
        const struct vgpu_architecture *row = vgpu_architecture_at(index);
        return row ? (struct setting_choice){row->name, row->product} : (struct setting_choice){"", ""};
    }
    for (size_t i = 0; i < CHOICE_COUNT; i++)
        if (choices[i].setting == setting && index-- == 0)
            return choices[i].choice;
    return (struct setting_choice){"", ""};
}

int setting_find(enum setting setting, const char *value)
{
    size_t count = setting_choice_count(setting);
    for (size_t i = 0; i < count; i++)
        if (strcmp(setting_choice_at(setting, i).value, value) == 0)
            return (int)i;
    return -1;
}

/* The first choice is the default. */
static const char *value_of_default(enum setting setting)
{
    return setting_choice_at(setting, 0).value;
}

bool settings_check_language(const char *language, struct error *error)
{
    if (i18n_can_show(language))
        return true;
    return error_set(error, ERROR_RANGE, _("the terminal shows no UTF-8, so the language cannot be %s"), language);
}

static bool take(enum setting setting, const char *value, enum setting_origin origin, struct settings *settings,
                 struct error *out_trouble)
{
    /* falls back without a report */
    bool is_foreign = setting == SETTING_LANGUAGE && origin == SETTING_BY_ENVIRONMENT;
    bool is_choice = is_foreign || setting_find(setting, value) >= 0;
    struct error unreadable = {0};
    if (is_choice && (setting != SETTING_LANGUAGE || settings_check_language(value, &unreadable))) {
        settings->values[setting] = value;
        settings->origins[setting] = origin;
        return true;
    }
    if (out_trouble->code != ERROR_NONE)
        return false;
    if (is_choice)
        *out_trouble = unreadable;
    else if (origin == SETTING_STORED)
        error_set(out_trouble, ERROR_RANGE,
                  _("the setting %s is stored as '%s', which is not one of its values: the default is used"),
                  rows[setting].name + strlen("setting."), value);
    else
        error_set(out_trouble, ERROR_RANGE, _("%s is '%s', which is not one of its values: the default is used"),
                  rows[setting].variable, value);
    return false;
}

void settings_read(struct store *store, const char *const options[SETTING_COUNT], struct arena *arena,
                   struct settings *out_settings, struct error *out_trouble)
{
    *out_trouble = (struct error){0};
    for (int i = 0; i < SETTING_COUNT; i++) {
        enum setting setting = (enum setting)i;
        const char *asked = getenv(rows[i].variable);
        const char *stored = store_get_setting(store, rows[i].name, arena);
        out_settings->values[i] = value_of_default(setting);
        out_settings->origins[i] = SETTING_BY_DEFAULT;
        if (options[i]) {
            out_settings->values[i] = options[i];
            out_settings->origins[i] = SETTING_BY_OPTION;
        } else if (!(asked && *asked &&
                     take(setting, arena_strdup(arena, asked), SETTING_BY_ENVIRONMENT, out_settings, out_trouble)) &&
                   stored) {
            take(setting, stored, SETTING_STORED, out_settings, out_trouble);
        }
    }
}

const char *setting_stored(struct store *store, enum setting setting, struct arena *arena)
{
    const char *stored = store_get_setting(store, rows[setting].name, arena);
    return stored && setting_find(setting, stored) >= 0 ? stored : value_of_default(setting);
}

bool settings_keep(struct store *store, enum setting setting, const char *value, struct error *error)
{
    if (setting_find(setting, value) < 0)
        return error_set(error, ERROR_RANGE, _("'%s' is not a choice"), value);
    if (setting == SETTING_LANGUAGE && !settings_check_language(value, error))
        return false;
    return store_set_setting(store, rows[setting].name, *value ? value : NULL, error);
}
