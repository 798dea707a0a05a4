/*
 * Starts a program confined: it sees and writes only the given paths. It opens no connection unless
 * that is allowed.
 *
 * The child is this program again. It takes its policy from a descriptor, confines itself and then
 * becomes the other program.
 */
#ifndef PROGRAM_CONFINE_CONFINE_H
#define PROGRAM_CONFINE_CONFINE_H

#include "base/sandbox.h"
#include "base/subprocess.h"

/* Path lists end with NULL. */
struct confinement {
    const char *const *read_paths, *const *execute_paths, *const *write_paths;
    struct sandbox_limits limits;
    bool starts_others;     /* the program may start others, as clang does */
    bool opens_connections; /* the program may use the network */
    bool is_trusted;        /* without a sandbox */
};

/* The descriptor of the policy is open until confine_done(). */
struct confined {
    int policy_fd;
    const char *argv[4];
    struct subprocess_fd fds[4];
    struct subprocess_options options; /* for subprocess_start() and subprocess_run() */
};

/*
 * Turns the options of a program into those of a confined one. `warpschool` is this program's path.
 * At most two descriptors of the options are passed on.
 */
bool confine_prepare(const struct confinement *confinement, const char *warpschool,
                     const struct subprocess_options *options, struct confined *out_confined, struct error *error);
void confine_done(struct confined *confined);
DEFINE_CLEANUP_VALUE(confine_done, struct confined)

/* UNSUPPORTED where files cannot be hidden from a program. */
bool confine_check(struct sandbox_result *out_result, struct error *error);

#endif
