/* Writes the results of a launch as text. */
#include "report/observation_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mangled.h"
#include "base/text.h"
#include "base/told.h"

static void append_findings(const struct observation *observation, struct buffer *out)
{
    for (size_t i = 0; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        buffer_printf(out, "%s", finding->severity == VGPU_SEVERITY_ERROR ? _("finding: ") : _("note: "));
        if (finding->line > 0)
            buffer_printf(out, _("line %d: "), finding->line);
        else
            buffer_printf(out, _("PTX line %d: "), finding->ptx_line);
        buffer_append_text(out, finding->message);
        if (finding->count > 1)
            buffer_printf(out, ngettext(" (%llu time)", " (%llu times)", finding->count),
                          (unsigned long long)finding->count);
        buffer_append_char(out, '\n');
    }
    if (observation->faulted || observation->timed_out || observation->deadlocked)
        buffer_printf(out, _("the launch was ended: %s\n"),
                      observation->fault_said ? told_local(observation->arena, observation->fault_said)
                                              : observation->fault);
}

static void append_printed(const struct observation *observation, struct buffer *out)
{
    for (size_t i = 0; i < observation->printed_count; i++) {
        const struct printed_line *line = &observation->printed[i];
        buffer_printf(out, _("block (%u,%u,%u) thread (%u,%u,%u): "), line->block[0], line->block[1], line->block[2],
                      line->thread[0], line->thread[1], line->thread[2]);
        text_sanitise_line(out, line->text, strlen(line->text));
        buffer_append_char(out, '\n');
    }
}

enum { NAME_COLUMNS = 40 };

static void append_counters(const struct kernel_observation *kernel, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    buffer_printf(out, _("%s, grid %u,%u,%u, block %u,%u,%u\n"), mangled_readable(arena, kernel->kernel),
                  kernel->grid[0], kernel->grid[1], kernel->grid[2], kernel->block[0], kernel->block[1],
                  kernel->block[2]);
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++) {
        if (kernel->totals[i] == 0)
            continue;
        buffer_append_text(out, "  ");
        text_append_padded(out, _(vgpu_counter_describe((enum vgpu_counter)i)->plain), NAME_COLUMNS, TEXT_LEFT);
        buffer_printf(out, "%16" PRIu64 "\n", kernel->totals[i]);
    }
}

/* Lines have few columns, so they show the three counters that locate the work best. */
static const struct {
    const char *title;
    enum vgpu_counter first, second;
} columns[] = {
    {N_("warp instr"), VGPU_COUNTER_WARP_INSTRUCTIONS, VGPU_COUNTER_WARP_INSTRUCTIONS},
    {N_("sectors"), VGPU_COUNTER_GLOBAL_LOAD_SECTORS, VGPU_COUNTER_GLOBAL_STORE_SECTORS},
    {N_("passes"), VGPU_COUNTER_SHARED_LOAD_WAVEFRONTS, VGPU_COUNTER_SHARED_STORE_WAVEFRONTS},
};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0], COUNTER_COLUMNS = 12 };

static int compare_line(const void *key, const void *element)
{
    int line = *(const int *)key, other = ((const struct line_counters *)element)->line;
    return (line > other) - (line < other);
}

/* NULL: the line has none. */
static const struct line_counters *counters_of(const struct kernel_observation *kernel, int line)
{
    if (!kernel->line_count)
        return NULL;
    return bsearch(&line, kernel->lines, kernel->line_count, sizeof *kernel->lines, compare_line);
}

static void append_line_counters(const struct line_counters *counters, struct buffer *out)
{
    for (int i = 0; i < COLUMN_COUNT; i++) {
        uint64_t value = counters ? counters->values[columns[i].first] : 0;
        if (counters && columns[i].second != columns[i].first)
            value += counters->values[columns[i].second];
        if (value > 0)
            buffer_printf(out, "%12" PRIu64, value);
        else
            buffer_append_text(out, "            ");
    }
}

static void append_annotated_source(const struct kernel_observation *kernel, const struct source *source,
                                    struct buffer *out)
{
    for (int i = 0; i < COLUMN_COUNT; i++)
        text_append_padded(out, _(columns[i].title), COUNTER_COLUMNS, TEXT_RIGHT);
    buffer_append_char(out, '\n');
    const char *at = source->text;
    const char *end = source->text + source->size_bytes;
    for (int line = 1; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = newline ? newline : end;
        append_line_counters(counters_of(kernel, line), out);
        buffer_printf(out, " %4d  ", line);
        text_append_expanded(out, at, (size_t)(line_end - at), 4);
        buffer_append_char(out, '\n');
        at = newline ? newline + 1 : end;
    }
}

void observation_write_text(const struct observation *observation, const struct source *source, struct buffer *out)
{
    append_printed(observation, out);
    for (size_t i = 0; i < observation->kernel_count; i++) {
        append_counters(&observation->kernels[i], out);
        if (source && observation->kernels[i].line_count > 0)
            append_annotated_source(&observation->kernels[i], source, out);
    }
    append_findings(observation, out);
}

static uint64_t sectors_of(const uint64_t *values)
{
    return values[VGPU_COUNTER_GLOBAL_LOAD_SECTORS] + values[VGPU_COUNTER_GLOBAL_STORE_SECTORS];
}

double observation_line_heat(const struct observation *observation, int line)
{
    uint64_t here = 0, all = 0;
    for (size_t i = 0; observation && i < observation->kernel_count; i++) {
        const struct kernel_observation *kernel = &observation->kernels[i];
        all += sectors_of(kernel->totals);
        const struct line_counters *counters = counters_of(kernel, line);
        here += counters ? sectors_of(counters->values) : 0;
    }
    return all > 0 ? (double)here / (double)all : 0;
}
