/*
 * Clocks: one for durations and deadlines, one for the calendar.
 *
 * All deadlines in the program are absolute monotonic nanoseconds. CLOCK_NO_DEADLINE never comes.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define CLOCK_NO_DEADLINE INT64_MAX

enum { CLOCK_TEXT_BYTES = 32 };

int64_t clock_monotonic_ns(void);
int64_t clock_wall_ns(void); /* since 1970-01-01T00:00:00Z, without leap seconds */

/* now + duration, without overflow. */
int64_t clock_deadline_ns(int64_t duration_ns);

/* Processor time of this process, of all its threads together. */
int64_t clock_processor_ns(void);

/*
 * Whether a deadline has passed, and the processor deadline too. So on a busy machine, work goes on
 * until it had its time. 0: there is none.
 */
bool clock_is_late(int64_t deadline_ns, int64_t processor_deadline_ns);

/*
 * The time left until a deadline, as an argument for poll(). -1: no deadline; 0: past. Rounded up.
 */
int clock_poll_timeout_ms(int64_t deadline_ns);

/*
 * "2026-05-17T09:03:00Z": ISO 8601, UTC, whole seconds, rounded down. Years are clamped to 0..9999.
 */
void clock_format_utc(int64_t wall_ns, char out_text[CLOCK_TEXT_BYTES]);

/* Parses exactly that form. Returns false for anything else. */
bool clock_parse_utc(const char *text, int64_t *out_wall_ns);

#endif
