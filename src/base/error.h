/*
 * Errors: the reason why a fallible function returned false.
 *
 * A fallible function returns bool and takes `struct error *` last. On failure it fills the error
 * and leaves its other outputs unchanged. A wrong kernel is a verdict, not an error. Only cli/ and
 * tui/ print errors. A caller that needs no details can pass NULL. Formats are translated when they
 * are set (base/i18n.h), so arguments are names and numbers, and no words of a language.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

enum error_code {
    ERROR_NONE = 0,
    ERROR_MEMORY,      /* out of memory, or over a stated limit */
    ERROR_IO,          /* a file, pipe or folder could not be used */
    ERROR_SYNTAX,      /* outside input that does not parse */
    ERROR_RANGE,       /* outside input that parses but is out of range */
    ERROR_NOT_FOUND,   /* a name that resolves to nothing */
    ERROR_UNSUPPORTED, /* understood, but not possible on this machine, device or version */
    ERROR_TIMEOUT,     /* a deadline passed */
    ERROR_CRASH,       /* a child died, or a device reported a sticky fault */
    ERROR_STORE,       /* the progress store refused */
    ERROR_CANCELLED,   /* the user asked for it */
    ERROR_INTERNAL,    /* a bug in this program: an invariant did not hold */
};

enum { ERROR_MESSAGE_BYTES = 1024, ERROR_HINT_BYTES = 512 };

struct error {
    enum error_code code;
    char message[ERROR_MESSAGE_BYTES]; /* one sentence, no trailing full stop or newline */
    char hint[ERROR_HINT_BYTES];       /* advice for the user; can be empty */
};

/* Fills `error` and returns false, so a failing function can `return error_set(...)`. */
bool error_set(struct error *error, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Fills `error` with a told sentence (base/told.h), for a process that knows no language: another
 * one translates the format, and shows it.
 */
bool error_tell(struct error *error, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds advice in the same way. Returns false. */
bool error_tell_hint(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Works as error_set, then adds ": " and the text of errno. */
bool error_set_errno(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds advice for the user. Returns false. */
bool error_add_hint(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "context: " before the message. Returns false. */
bool error_add_context(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
