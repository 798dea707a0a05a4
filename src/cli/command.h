/* The command table, and a parsed command line. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/app.h"

enum { EXIT_PASSED = 0, EXIT_NOT_PASSED = 1, EXIT_USAGE = 2, EXIT_ENVIRONMENT = 3 };

enum command_id {
#define COMMAND(id, name, arguments, least, most, summary, details) COMMAND_##id,
#include "cli/commands.def"
    COMMAND_COUNT,
    COMMAND_any = COMMAND_COUNT, /* in options.def */
};

struct invocation;

struct command {
    enum command_id id;
    const char *name, *arguments;
    int least, most;
    const char *summary, *details;
    int (*run)(struct invocation *invocation); /* returns the exit status */
};

struct option_row {
    enum command_id command;
    const char *name;
    char letter;
    const char *value; /* "" for a switch */
    bool repeatable;
    const char *help;
};

const struct command *command_at(enum command_id id);

/* NULL: the error's hint says the nearest name. */
const struct command *command_find(const char *name, struct error *error);

struct example {
    enum command_id command;
    const char *line; /* after the program's name */
    const char *effect;
};

size_t example_count(void);
const struct example *example_at(size_t index);

size_t option_count(void);
const struct option_row *option_at(size_t index);
/* True if the command takes the option. */
bool option_applies(const struct option_row *option, enum command_id command);

enum { INVOCATION_ARGUMENTS_MAX = 64 };

/* A parsed command line. Texts point into argv. */
struct invocation {
    struct arena *arena;
    const struct command *command;
    const char *arguments[INVOCATION_ARGUMENTS_MAX];
    int argument_count;
    int arguments_before;                               /* so many arguments came before "--"; all of them without it */
    const char *option_names[INVOCATION_ARGUMENTS_MAX]; /* as given, in order */
    const char *option_values[INVOCATION_ARGUMENTS_MAX]; /* "" for switches */
    int option_count;
};

/* argv without the program's name. False with a message for the user: exit status EXIT_USAGE. */
bool invocation_parse(int argc, char **argv, struct arena *arena, struct invocation *out_invocation,
                      struct error *error);

/* The last given value, "" for a switch, NULL if not given. */
const char *invocation_option(const struct invocation *invocation, const char *name);
bool invocation_has(const struct invocation *invocation, const char *name);

/* The numbers that an option takes, both ends included, and the one if it is not given. */
struct option_range {
    uint64_t low, high, fallback;
};
bool invocation_number(const struct invocation *invocation, const char *name, struct option_range range,
                       uint64_t *out_value, struct error *error);

/* NULL if there is none */
const char *invocation_argument(const struct invocation *invocation, int index);

/* Each command has one function. The id of its row names it: command_<id>. */
#define COMMAND(id, name, arguments, least, most, summary, details) int command_##id(struct invocation *invocation);
#include "cli/commands.def"

#endif
