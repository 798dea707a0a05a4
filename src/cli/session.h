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

/* The exercise that the first argument names; without one, the next. NULL with the error. */
const struct exercise *session_exercise(const struct session *session, struct error *error);

#endif
