/* Measures the time spent on lessons and exercises. */
#include "tui/shell/attention.h"

#include "tui/shell/shell.h"

#define NANOSECONDS INT64_C(1000000000)

void attention_note(struct shell *shell)
{
    struct attention *attention = &shell->attention;
    int64_t silence = attention->last_ns ? shell->now_ns - attention->last_ns : 0;
    int64_t most = ATTENTION_SILENCE_SECONDS * NANOSECONDS;
    attention->gathered_ns += silence < 0 ? 0 : silence > most ? most : silence;
    attention->last_ns = shell->now_ns;
}

void attention_keep(struct shell *shell)
{
    struct attention *attention = &shell->attention;
    int64_t seconds = attention->gathered_ns / NANOSECONDS;
    if (seconds == 0 || shell->screen_count == 0)
        return;
    struct place place = {0};
    const struct screen *top = shell_top(shell);
    top->class->place(top->state, &place);
    attention->gathered_ns -= seconds * NANOSECONDS;
    struct error ignored; /* figures do not justify a message */
    if (place.exercise)
        progress_add_time(shell->app->store, "exercise", place.exercise->id, seconds, &ignored);
    else if (place.lesson)
        progress_add_time(shell->app->store, "lesson", place.lesson->id, seconds, &ignored);
}
