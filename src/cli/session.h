/* The frame of every command that uses the course: opens it, acts, and reports a failure. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "app/app.h"
#include "cli/invocation.h"

/* A command that runs. */
struct session {
    struct invocation *invocation;
    struct app *app;
    int status; /* to exit with; EXIT_PASSED at first */
};

/* What a command does. False: the error is printed, and decides the exit status. */
typedef bool session_action(struct session *session, struct error *error);

/* Returns the exit status. */
int session_run(struct invocation *invocation, session_action *action);

/* False with the error if what this command writes would be lost. */
bool session_can_record(const struct session *session, struct error *error);

/* The exercise that the first argument names; without one, the next. NULL with the error. */
const struct exercise *session_exercise(const struct session *session, struct error *error);

/*
 * The row of a command's table that the first argument names, such as `certificate verify`; without
 * one, that of `usual`. Each row begins with its name, a `const char *`. NULL: the error lists all.
 */
const void *session_verb(const struct session *session, const char *usual, const void *rows, size_t row_bytes,
                         size_t row_count, struct error *error);

#endif
