/* A verdict in words. */
#include "app/verdict_text.h"

#include "base/buffer.h"
#include "base/i18n.h"
#include "report/observation_text.h"
#include "report/words.h"

_Static_assert((int)VERDICT_PART_COUNT == (int)REPORT_PART_COUNT, "one part for each that reports know");

void verdict_text_parts(const struct verdict *verdict, struct arena *arena,
                        struct verdict_part out_parts[VERDICT_PART_COUNT])
{
    static const enum verdict_part_state states[] = {
        [REPORT_PART_PASSED] = VERDICT_PART_PASSED,
        [REPORT_PART_FAILED] = VERDICT_PART_FAILED,
        [REPORT_PART_NOT_REACHED] = VERDICT_PART_NOT_REACHED,
    };
    struct report_part parts[REPORT_PART_COUNT];
    report_parts(verdict, parts);
    for (int i = 0; i < VERDICT_PART_COUNT; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        if (parts[i].is_reported)
            parts[i].append(verdict, &text);
        out_parts[i] = (struct verdict_part){
            .name = parts[i].name,
            .state = states[parts[i].state],
            .text = arena_strdup(arena, buffer_text(&text)),
        };
    }
}

void verdict_text_speed(const struct time_verdict *time, struct buffer *out)
{
    report_append_speed(time, out);
}

const char *verdict_text_words(const struct verdict *verdict)
{
    return report_verdict_words(verdict);
}

const char *verdict_text_origin(const struct verdict *verdict, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    report_append_origin(verdict, &text);
    return arena_strdup(arena, buffer_text(&text));
}

double verdict_text_line_heat(const struct verdict *verdict, int line)
{
    return observation_line_heat(verdict->observation, line);
}

const char *verdict_text_status_named(const char *name)
{
    const char *words = report_recorded_words(name);
    return words ? words : name;
}

const char *verdict_text_foreign(const struct verdict *verdict)
{
    return verdict_is_foreign(verdict)
               ? _("This verdict was written in another language. Grade again to read it in this one.")
               : NULL;
}
