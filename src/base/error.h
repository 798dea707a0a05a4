/*
 * Errors: what a fallible function says when it returns false.
 *
 * A fallible function returns bool and takes `struct error *` last. On failure it fills the error and leaves its other
 * outputs unchanged. A wrong kernel is a verdict, not an error; errors are for what the program could not do.
 * Only cli/ and tui/ print them. Passing NULL is allowed: the details are then dropped.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

enum error_code {
    ERROR_NONE = 0,
    ERROR_MEMORY,      /* out of memory, or over a stated limit */
    ERROR_IO,          /* a file, pipe or folder could not be used */
    ERROR_SYNTAX,      /* outside input that does not parse */
    ERROR_RANGE,       /* outside input that parses but lies out of range */
    ERROR_NOT_FOUND,   /* a name that resolves to nothing */
    ERROR_UNSUPPORTED, /* understood, but not possible on this machine, device or version */
    ERROR_TIMEOUT,     /* a deadline passed */
    ERROR_CRASH,       /* a child died, or a device reported a sticky fault */
    ERROR_STORE,       /* the progress store refused */
    ERROR_CANCELLED,   /* the user asked for it */
    ERROR_INTERNAL,    /* a bug of ours: an invariant did not hold */
};

enum { ERROR_MESSAGE_BYTES = 1024, ERROR_HINT_BYTES = 512 };

struct error {
    enum error_code code;
    char message[ERROR_MESSAGE_BYTES]; /* one sentence, no trailing full stop or newline */
    char hint[ERROR_HINT_BYTES];       /* what the user can do about it; may be empty */
};

/* Fills `error` and returns false, so that a failing function can `return error_set(...)`. */
bool error_set(struct error *error, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Like error_set, followed by ": " and the text of errno. */
bool error_set_errno(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds what the user can do about it. Returns false. */
bool error_add_hint(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "context: " in front of the message. Returns false. */
bool error_add_context(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "out of memory" as words; never NULL. */
const char *error_code_name(enum error_code code);

#endif
