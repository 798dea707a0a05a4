/* The tables of commands, options and examples. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { EXIT_PASSED = 0, EXIT_NOT_PASSED = 1, EXIT_USAGE = 2, EXIT_ENVIRONMENT = 3 };

enum command_id {
#define COMMAND(id, name, arguments, least, most, summary, details) COMMAND_##id,
#include "cli/commands.def"
    COMMAND_COUNT,
    COMMAND_any = COMMAND_COUNT, /* in options.def */
};

struct invocation;
struct session;

struct command {
    enum command_id id;
    const char *name, *arguments;
    int least, most;
    const char *summary, *details;
    bool (*act)(struct session *session, struct error *error); /* session.h; NULL: a bare command */
    int (*run)(struct invocation *invocation);                 /* returns the exit status */
};

const struct command *command_at(enum command_id id);

/* NULL: the error's hint says the nearest name. */
const struct command *command_find(const char *name, struct error *error);

/* Each command has one function. The id of its row names it: command_<id>. */
#define COMMAND(id, name, arguments, least, most, summary, details) \
    bool command_##id(struct session *session, struct error *error);
#define BARE_COMMAND(id, name, arguments, least, most, summary, details) \
    int command_##id(struct invocation *invocation);
#include "cli/commands.def"

struct option_row {
    enum command_id command;
    const char *name;
    char letter;
    const char *value; /* "" for a switch */
    bool repeatable;
    const char *help;
};

size_t option_count(void);
const struct option_row *option_at(size_t index);
/* True if the command takes the option. */
bool option_applies(const struct option_row *option, enum command_id command);

struct example {
    enum command_id command;
    const char *line; /* after the program's name */
    const char *effect;
};

size_t example_count(void);
const struct example *example_at(size_t index);

#endif
