/* A parsed command line: the command, its arguments and its options. */
#ifndef CLI_INVOCATION_H
#define CLI_INVOCATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "cli/command.h"

enum { INVOCATION_ARGUMENTS_MAX = 64 };

/* Texts point into argv. */
struct invocation {
    struct arena *arena;
    const struct command *command;
    const char *arguments[INVOCATION_ARGUMENTS_MAX];
    int argument_count;
    int arguments_before;                                /* how many of them come before "--"; all of them without it */
    const char *option_names[INVOCATION_ARGUMENTS_MAX];  /* as given, in order */
    const char *option_values[INVOCATION_ARGUMENTS_MAX]; /* "" for switches */
    int option_count;
};

/* argv without the program's name. False with a message for the user: exit status EXIT_USAGE. */
bool invocation_parse(int argc, char **argv, struct arena *arena, struct invocation *out_invocation,
                      struct error *error);

/* NULL if there is none */
const char *invocation_argument(const struct invocation *invocation, int index);

/* The last given value, "" for a switch, NULL if not given. */
const char *invocation_option(const struct invocation *invocation, const char *name);
const char *invocation_option_or(const struct invocation *invocation, const char *name, const char *fallback);
bool invocation_has(const struct invocation *invocation, const char *name);

/* The numbers that an option takes, both ends included, and the one if it is not given. */
struct option_range {
    uint64_t low, high, fallback;
};
bool invocation_number(const struct invocation *invocation, const char *name, struct option_range range,
                       uint64_t *out_value, struct error *error);

#endif
