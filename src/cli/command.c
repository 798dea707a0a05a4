/* The tables of commands and options. */
#include "cli/command.h"

#include <string.h>

#include "base/diagnostics.h"
#include "base/i18n.h"

static const struct command commands[] = {
#define COMMAND(id, name, arguments, least, most, summary, details) \
    {COMMAND_##id, name, arguments, least, most, summary, details, .act = command_##id},
#define BARE_COMMAND(id, name, arguments, least, most, summary, details) \
    {COMMAND_##id, name, arguments, least, most, summary, details, .run = command_##id},
#include "cli/commands.def"
};

static const struct option_row options[] = {
#define OPTION(command, name, letter, value, repeatable, help) \
    {COMMAND_##command, name, letter, value, repeatable, help},
#include "cli/options.def"
};

static const struct example examples[] = {
#define EXAMPLE(command, line, effect) {COMMAND_##command, line, effect},
#include "cli/examples.def"
};

size_t example_count(void)
{
    return sizeof examples / sizeof examples[0];
}

const struct example *example_at(size_t index)
{
    return &examples[index];
}

const struct command *command_at(enum command_id id)
{
    return &commands[id];
}

const struct command *command_find(const char *name, struct error *error)
{
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
        names[i] = commands[i].name;
    }
    const char *nearest = diagnostics_nearest(name, names, COMMAND_COUNT);
    error_set(error, ERROR_SYNTAX, "there is no command '%s'", name);
    if (nearest)
        error_add_hint(error, "did you mean '%s'?", nearest);
    else
        error_add_hint(error,
                       "`warpschool help` lists the commands, `warpschool shell NAME` opens a lesson or an exercise");
    return NULL;
}

size_t option_count(void)
{
    return sizeof options / sizeof options[0];
}

const struct option_row *option_at(size_t index)
{
    return &options[index];
}

bool option_applies(const struct option_row *option, enum command_id command)
{
    return option->command == command || option->command == COMMAND_any;
}
