/* Parses the command line. */
#include "cli/invocation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/diagnostics.h"
#include "base/i18n.h"
#include "cli/help.h"

/* The parser's position in the command line. */
struct scan {
    int argc;
    char **argv;
    int at;
    int command_at;     /* after the end: no command was named */
    bool options_ended; /* after "--" */
    struct invocation *invocation;
};

static const struct option_row *find_option(const struct command *command, const char *name, size_t length)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *option = option_at(i);
        if (!option_applies(option, command->id))
            continue;
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

static const struct option_row *find_letter(const struct command *command, char letter)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *option = option_at(i);
        if (option_applies(option, command->id) && option->letter == letter)
            return option;
    }
    return NULL;
}

static bool unknown_option(const struct command *command, const char *text, struct error *error)
{
    const char *names[INVOCATION_ARGUMENTS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < option_count() && count < INVOCATION_ARGUMENTS_MAX; i++)
        if (option_applies(option_at(i), command->id))
            names[count++] = option_at(i)->name;
    const char *nearest = diagnostics_nearest(text + strspn(text, "-"), names, count);
    error_set(error, ERROR_SYNTAX, "%s has no option %s", command->name, text);
    if (nearest)
        return error_add_hint(error, "did you mean --%s?", nearest);
    if (text[1] != '-' && text[2]) /* such as the answer -INFINITY of a step */
        return error_add_hint(error, "put -- before an argument that begins with -");
    return error_add_hint(error, "`warpschool help %s` shows its options", command->name);
}

/* Whether the option takes this value. An option without a list takes any. */
static bool is_choice(const struct option_row *option, const char *value)
{
    if (!strchr(option->value, '|'))
        return true;
    for (const char *at = option->value; *at; at += strspn(at, "|")) {
        size_t length = strcspn(at, "|");
        if (strlen(value) == length && memcmp(value, at, length) == 0)
            return true;
        at += length;
    }
    return false;
}

static bool unknown_choice(const struct option_row *option, const char *value, struct error *error)
{
    CLEANUP(buffer_done) struct buffer choices = BUFFER_INIT;
    const char *last = strrchr(option->value, '|');
    for (const char *at = option->value; *at; at++) {
        if (*at == '|')
            buffer_append_text(&choices, at == last ? _(" or ") : ", ");
        else
            buffer_append_char(&choices, *at);
    }
    return error_set(error, ERROR_RANGE, "--%s takes %s, not '%s'", option->name, buffer_text(&choices), value);
}

static bool add_option(struct scan *scan, const struct option_row *option, const char *value, struct error *error)
{
    struct invocation *invocation = scan->invocation;
    if (!option->repeatable && invocation_has(invocation, option->name))
        return error_set(error, ERROR_SYNTAX, "--%s is given twice", option->name);
    if (*option->value && !value) {
        if (scan->at >= scan->argc)
            return error_set(error, ERROR_SYNTAX, "--%s needs a value: %s", option->name,
                             help_placeholders(invocation->arena, option->value));
        value = scan->argv[scan->at++];
    }
    if (!*option->value && value)
        return error_set(error, ERROR_SYNTAX, "--%s takes no value", option->name);
    if (value && !is_choice(option, value))
        return unknown_choice(option, value, error);
    if (invocation->option_count >= INVOCATION_ARGUMENTS_MAX)
        return error_set(error, ERROR_RANGE, "too many options");
    invocation->option_names[invocation->option_count] = option->name;
    invocation->option_values[invocation->option_count++] = value ? value : "";
    return true;
}

/* option = "--" name ["=" value | value] | "-" letter [value] */
static bool take_option(struct scan *scan, const char *text, struct error *error)
{
    const struct command *command = scan->invocation->command;
    if (text[1] == '-') {
        const char *equals = strchr(text, '=');
        size_t length = equals ? (size_t)(equals - text) - 2 : strlen(text) - 2;
        const struct option_row *option = find_option(command, text + 2, length);
        return option ? add_option(scan, option, equals ? equals + 1 : NULL, error)
                      : unknown_option(command, text, error);
    }
    const struct option_row *option = find_letter(command, text[1]);
    if (!option)
        return unknown_option(command, text, error);
    return add_option(scan, option, text[2] ? text + 2 : NULL, error);
}

static bool take_argument(struct scan *scan, const char *text, struct error *error)
{
    struct invocation *invocation = scan->invocation;
    if (invocation->argument_count >= INVOCATION_ARGUMENTS_MAX)
        return error_set(error, ERROR_RANGE, "too many arguments");
    invocation->arguments[invocation->argument_count++] = text;
    return true;
}

/*
 * Options can come before the command: those of the shell, and those of every command. So the name
 * is searched after them and taken out of the line. Without a name it is the shell.
 */
static int find_command(const struct scan *scan)
{
    for (int i = scan->at; i < scan->argc; i++) {
        const char *text = scan->argv[i];
        if (text[0] != '-' || !text[1])
            return i;
        if (i == scan->at &&
            (!strcmp(text, "--help") || !strcmp(text, "-h") || !strcmp(text, "--version") || !strcmp(text, "-V")))
            return i;
        if (strcmp(text, "--") == 0)
            return scan->argc;
        const struct command *shell = command_find("shell", NULL);
        const struct option_row *option =
            text[1] == '-' ? find_option(shell, text + 2, strcspn(text + 2, "=")) : find_letter(shell, text[1]);
        bool value_follows =
            option && *option->value && !(text[1] == '-' ? strchr(text, '=') != NULL : text[2] != '\0');
        i += value_follows;
    }
    return scan->argc;
}

static bool take_command(struct scan *scan, struct error *error)
{
    scan->command_at = find_command(scan);
    const char *name = scan->command_at < scan->argc ? scan->argv[scan->command_at] : "shell";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    scan->invocation->command = command_find(name, error);
    return scan->invocation->command != NULL;
}

static bool check_argument_count(const struct invocation *invocation, struct error *error)
{
    const struct command *command = invocation->command;
    if (invocation_has(invocation, "help"))
        return true;
    if (invocation->argument_count < command->least)
        return error_set(error, ERROR_SYNTAX, "usage: warpschool %s %s", command->name,
                         help_placeholders(invocation->arena, command->arguments));
    if (command->most >= 0 && invocation->argument_count > command->most)
        return error_set(error, ERROR_SYNTAX, "'%s' is one argument too many: warpschool %s%s%s",
                         invocation->arguments[command->most], command->name, *command->arguments ? " " : "",
                         help_placeholders(invocation->arena, command->arguments));
    return true;
}

bool invocation_parse(int argc, char **argv, struct arena *arena, struct invocation *out_invocation,
                      struct error *error)
{
    struct invocation invocation = {.arena = arena};
    struct scan scan = {.argc = argc, .argv = argv, .invocation = &invocation};
    if (!take_command(&scan, error))
        return false;
    while (scan.at < argc) {
        bool is_command = scan.at == scan.command_at;
        const char *text = argv[scan.at++];
        if (is_command)
            continue;
        if (!scan.options_ended && strcmp(text, "--") == 0) {
            scan.options_ended = true;
            invocation.arguments_before = invocation.argument_count;
        } else if (!scan.options_ended && text[0] == '-' && text[1]) {
            if (!take_option(&scan, text, error))
                return false;
        } else if (!take_argument(&scan, text, error))
            return false;
    }
    if (!scan.options_ended)
        invocation.arguments_before = invocation.argument_count;
    if (!check_argument_count(&invocation, error))
        return false;
    *out_invocation = invocation;
    return true;
}

const char *invocation_option(const struct invocation *invocation, const char *name)
{
    for (int i = invocation->option_count - 1; i >= 0; i--)
        if (strcmp(invocation->option_names[i], name) == 0)
            return invocation->option_values[i];
    return NULL;
}

const char *invocation_option_or(const struct invocation *invocation, const char *name, const char *fallback)
{
    const char *value = invocation_option(invocation, name);
    return value ? value : fallback;
}

bool invocation_has(const struct invocation *invocation, const char *name)
{
    return invocation_option(invocation, name) != NULL;
}

bool invocation_number(const struct invocation *invocation, const char *name, struct option_range range,
                       uint64_t *out_value, struct error *error)
{
    const char *text = invocation_option(invocation, name);
    if (!text) {
        *out_value = range.fallback;
        return true;
    }
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    if (errno || end == text || *end || text[0] == '-' || value < range.low || value > range.high)
        return error_set(error, ERROR_RANGE, "--%s takes a whole number from %llu to %llu, not '%s'", name,
                         (unsigned long long)range.low, (unsigned long long)range.high, text);
    *out_value = value;
    return true;
}

const char *invocation_argument(const struct invocation *invocation, int index)
{
    return index < invocation->argument_count ? invocation->arguments[index] : NULL;
}
