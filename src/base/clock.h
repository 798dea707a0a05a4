/*
 * Clocks: one for measuring and deadlines, one for the calendar.
 *
 * Deadlines everywhere in the program are absolute monotonic nanoseconds; CLOCK_NO_DEADLINE never comes.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define CLOCK_NO_DEADLINE INT64_MAX

enum { CLOCK_TEXT_BYTES = 32 };

int64_t clock_monotonic_ns(void);
int64_t clock_wall_ns(void); /* since 1970-01-01T00:00:00Z, leap seconds left out */

/* now + duration, without overflow. */
int64_t clock_deadline_ns(int64_t duration_ns);

/* What is left until a deadline as an argument for poll(): -1 without deadline, 0 when past, rounded up. */
int clock_poll_timeout_ms(int64_t deadline_ns);

/* "2026-05-17T09:03:00Z" (ISO 8601, UTC, whole seconds, rounded down). Years outside 0..9999 become that limit. */
void clock_format_utc(int64_t wall_ns, char out_text[CLOCK_TEXT_BYTES]);

/* The reverse, for exactly that form. Returns false on anything else. */
bool clock_parse_utc(const char *text, int64_t *out_wall_ns);

#endif
