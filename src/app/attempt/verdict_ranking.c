/* Ranks the kernels of a modelled plan by their time. */
#include <stdlib.h>

#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"

enum { NAME_COLUMNS = 20, LAUNCHES_COLUMNS = 14, TIME_COLUMNS = 10, SHARE_COLUMNS = 8 };

struct ranked {
    const char *name;
    int launches;
    double ns;
};

static int by_time(const void *left, const void *right)
{
    double difference = ((const struct ranked *)right)->ns - ((const struct ranked *)left)->ns;
    return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

bool verdict_text_has_ranking(const struct verdict *verdict)
{
    const struct plan_timeline *timeline = verdict ? verdict->timeline : NULL;
    return timeline && timeline->is_modelled && timeline->bar_count && !plan_timeline_has_rows(timeline);
}

static void add_cells(struct buffer *out, const char *const cells[4])
{
    text_append_padded(out, cells[0], NAME_COLUMNS, TEXT_LEFT);
    text_append_padded(out, cells[1], LAUNCHES_COLUMNS, TEXT_RIGHT);
    text_append_padded(out, cells[2], TIME_COLUMNS, TEXT_RIGHT);
    text_append_padded(out, cells[3], SHARE_COLUMNS, TEXT_RIGHT);
    buffer_append_char(out, '\n');
}

static void add_row(struct buffer *out, const struct ranked *row, double total_ns, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer time = BUFFER_INIT, share = BUFFER_INIT;
    text_append_duration(&time, row->ns * 1e-9);
    text_append_percent(&share, row->ns / total_ns);
    add_cells(out, (const char *const[]){row->name, arena_printf(arena, "%d", row->launches), buffer_text(&time),
                                         buffer_text(&share)});
}

void verdict_text_ranking(const struct verdict *verdict, struct arena *arena, struct buffer *out)
{
    if (!verdict_text_has_ranking(verdict))
        return;
    const struct plan_timeline *timeline = verdict->timeline;
    struct ranked rows[PLAN_TIMELINE_NAMES_MAX] = {0};
    double total_ns = 0;
    for (size_t i = 0; i < timeline->bar_count; i++) {
        const struct plan_bar *bar = &timeline->bars[i];
        rows[bar->name].name = timeline->names[bar->name];
        rows[bar->name].launches++;
        rows[bar->name].ns += bar->end_ns - bar->begin_ns;
        total_ns += bar->end_ns - bar->begin_ns;
    }
    qsort(rows, timeline->name_count, sizeof *rows, by_time);
    buffer_printf(out, _("Time of each kernel, %s:"), verdict_text_origin(verdict, arena));
    buffer_append_text(out, "\n\n");
    add_cells(out, (const char *const[]){_("kernel"), _("launches"), _("time"), _("share")});
    for (size_t i = 0; i < timeline->name_count; i++)
        if (rows[i].launches && total_ns > 0)
            add_row(out, &rows[i], total_ns, arena);
}
