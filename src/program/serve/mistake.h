/*
 * Adds the mistakes of a program to its result. The same mistake at the same place counts up.
 *
 *     mistake_add(session, MISTAKE_LEAK, place, "{memory} is never freed", "memory=%s", words);
 *
 * The sentence is told (base/told.h).
 */
#ifndef PROGRAM_SERVE_MISTAKE_H
#define PROGRAM_SERVE_MISTAKE_H

#include "program/serve/session.h"

enum mistake {
#define MISTAKE(id, name, is_note) MISTAKE_##id,
#include "program/serve/mistakes.def"
    MISTAKE_COUNT
};

void mistake_add(struct session *session, enum mistake mistake, struct session_place place, const char *template,
                 const char *fields, ...) __attribute__((format(printf, 5, 6)));

/*
 * The races among the observation's findings from `first` on: the host's code orders the streams.
 * `what` raced: a kernel, or TOLD_TEXT("the copy").
 */
void mistake_add_races(struct session *session, const char *what, size_t first, struct session_place place);

/*
 * Names copies that left out bytes which a kernel reads. Such a read is among the observation's
 * findings from `first` on. It is found at the launch, or when the host reads what came of it.
 */
void mistake_add_short_copies(struct session *session, size_t first);
/* A kernel's findings that are at addresses of the program's own memory. No argument is one. */
void mistake_add_host_memory(struct session *session, const char *kernel, size_t first, struct session_place place);

#endif
