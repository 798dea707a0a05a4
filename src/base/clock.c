/* The monotonic clock, the calendar clock, and times as text. */
#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define NS_PER_S INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

/* 0000-01-01 and 9999-12-31T23:59:59 in seconds since 1970. */
#define FIRST_S INT64_C(-62167219200)
#define LAST_S INT64_C(253402300799)

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

int64_t clock_monotonic_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_wall_ns(void)
{
    return read_clock(CLOCK_REALTIME);
}

int64_t clock_processor_ns(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

bool clock_is_late(int64_t deadline_ns, int64_t processor_deadline_ns)
{
    return deadline_ns && clock_monotonic_ns() >= deadline_ns &&
           (!processor_deadline_ns || clock_processor_ns() >= processor_deadline_ns);
}

int64_t clock_deadline_ns(int64_t duration_ns)
{
    int64_t deadline_ns;
    if (__builtin_add_overflow(clock_monotonic_ns(), duration_ns, &deadline_ns))
        return CLOCK_NO_DEADLINE;
    return deadline_ns;
}

int clock_poll_timeout_ms(int64_t deadline_ns)
{
    if (deadline_ns == CLOCK_NO_DEADLINE)
        return -1;
    int64_t now_ns = clock_monotonic_ns();
    if (deadline_ns <= now_ns)
        return 0;
    int64_t left_ms = (deadline_ns - now_ns - 1) / NS_PER_MS + 1;
    return left_ms > INT32_MAX ? INT32_MAX : (int)left_ms;
}

void clock_format_utc(int64_t wall_ns, char out_text[CLOCK_TEXT_BYTES])
{
    int64_t whole_s = wall_ns / NS_PER_S - (wall_ns % NS_PER_S < 0);
    time_t time_s = (time_t)(whole_s < FIRST_S ? FIRST_S : whole_s > LAST_S ? LAST_S : whole_s);
    struct tm parts;
    gmtime_r(&time_s, &parts);
    snprintf(out_text, CLOCK_TEXT_BYTES, "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1900, parts.tm_mon + 1,
             parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

/*
 * timegm() takes February 30th for a day in March. So the result is formatted again: for a date
 * that does not exist, the text differs.
 */
bool clock_parse_utc(const char *text, int64_t *out_wall_ns)
{
    static const char form[] = "dddd-dd-ddTdd:dd:ddZ";
    if (strlen(text) != sizeof form - 1)
        return false;
    for (size_t i = 0; form[i]; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return false;
    struct tm parts = {0};
    sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2dZ", &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &parts.tm_hour,
           &parts.tm_min, &parts.tm_sec);
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    int64_t wall_ns;
    if (__builtin_mul_overflow((int64_t)timegm(&parts), NS_PER_S, &wall_ns))
        return false;
    char again[CLOCK_TEXT_BYTES];
    clock_format_utc(wall_ns, again);
    if (strcmp(again, text))
        return false;
    *out_wall_ns = wall_ns;
    return true;
}
