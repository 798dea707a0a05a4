/* Draws a verdict's plan over time. */
#include <ctype.h>
#include <string.h>

#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"

enum {
    COLUMNS_LEAST = 40,
    LABEL_COLUMNS_MAX = 26,
    BUSY_COLUMNS = 6,   /* " 100 %" */
    STEP_COLUMNS = 6,   /* a step is at most so wide */
    MOMENT_COLUMNS = 3, /* and a statement */
    HELD_ROWS = 4,
    LINES_NAMED_MAX = 8,
};

struct drawing {
    const struct verdict *verdict;
    const struct plan_timeline *timeline;
    struct arena *arena;
    struct buffer *out;
    int columns, label_columns;
    bool has_blocks;
    char letters[PLAN_TIMELINE_NAMES_MAX]; /* by name; 0: no launch, copy or fill has it */
};

bool verdict_text_has_timeline(const struct verdict *verdict)
{
    return verdict && verdict->timeline;
}

/* --- text ------------------------------------------------------------------------------------- */

/* Cells of a chart are one byte each: '=' and '#' are bars, '*' the peak, '.' nothing. */
static const char *block_of(char cell)
{
    return cell == '=' || cell == '#' ? "\u2588" : cell == '*' ? "\u2593" : cell == '.' ? "\u2591" : NULL;
}

static void append_cells(const struct drawing *drawing, const char *cells, struct buffer *out)
{
    for (; *cells; cells++) {
        const char *block = drawing->has_blocks ? block_of(*cells) : NULL;
        buffer_append(out, block ? block : cells, block ? strlen(block) : 1);
    }
}

static void add_row(struct drawing *drawing, const char *label, const char *cells, const char *after)
{
    text_append_padded(drawing->out, label, drawing->label_columns, TEXT_LEFT);
    buffer_append_text(drawing->out, "  ");
    append_cells(drawing, cells, drawing->out);
    buffer_append_text(drawing->out, after);
    buffer_append_char(drawing->out, '\n');
}

static void widen_label(struct drawing *drawing, const char *label)
{
    int width = text_width(label);
    width = width < LABEL_COLUMNS_MAX ? width : LABEL_COLUMNS_MAX;
    drawing->label_columns = width > drawing->label_columns ? width : drawing->label_columns;
}

static char *new_cells(struct drawing *drawing, int width, char mark)
{
    char *cells = ARENA_ARRAY(drawing->arena, (size_t)width + 1, char);
    memset(cells, mark, (size_t)width);
    return cells;
}

/* --- letters ---------------------------------------------------------------------------------- */

static bool is_taken(const struct drawing *drawing, char letter)
{
    return memchr(drawing->letters, letter, sizeof drawing->letters) != NULL;
}

/* The first letter of the name that is free, else of the alphabet; '?' where none is left. */
static char choose_letter(const struct drawing *drawing, const char *name)
{
    static const char others[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (; *name; name++)
        if (isalpha((unsigned char)*name) && !is_taken(drawing, (char)toupper((unsigned char)*name)))
            return (char)toupper((unsigned char)*name);
    for (const char *at = others; *at; at++)
        if (!is_taken(drawing, *at))
            return *at;
    return '?';
}

static void choose_letters(struct drawing *drawing)
{
    const struct plan_timeline *timeline = drawing->timeline;
    for (size_t i = 0; i < timeline->bar_count; i++) {
        uint32_t name = timeline->bars[i].name;
        if (!drawing->letters[name])
            drawing->letters[name] = choose_letter(drawing, timeline->names[name]);
    }
}

/* "F  forward, lines 12, 20" */
static void add_legend_row(struct drawing *drawing, uint32_t name)
{
    const struct plan_timeline *timeline = drawing->timeline;
    int lines[LINES_NAMED_MAX], count = 0;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < timeline->bar_count; i++) {
        bool is_known = timeline->bars[i].name != name;
        for (int j = 0; j < count; j++)
            is_known = is_known || lines[j] == timeline->bars[i].line;
        if (!is_known && count < LINES_NAMED_MAX)
            lines[count++] = timeline->bars[i].line;
    }
    buffer_printf(&text, "%c  %s, %s", drawing->letters[name], timeline->names[name],
                  count == 1 ? _("line") : _("lines"));
    for (int i = 0; i < count; i++)
        buffer_printf(&text, "%s %d", i ? "," : "", lines[i]);
    text_append_wrapped(drawing->out, buffer_text(&text), drawing->columns);
}

static void add_legend(struct drawing *drawing)
{
    const struct plan_timeline *timeline = drawing->timeline;
    bool has_label = false;
    for (uint32_t i = 0; i < timeline->name_count; i++)
        if (drawing->letters[i])
            add_legend_row(drawing, i);
    for (size_t i = 0; i < timeline->bar_count; i++)
        has_label = has_label || timeline->bars[i].label >= 0;
    if (has_label && plan_timeline_has_rows(timeline))
        text_append_wrapped(drawing->out, _("A number after a letter is the first index of as=."), drawing->columns);
}

/* --- devices and streams ---------------------------------------------------------------------- */

struct scale {
    double total, per_column; /* in steps or ns */
    int width;
};

static double begin_of(const struct plan_timeline *timeline, const struct plan_bar *bar)
{
    return timeline->is_modelled ? bar->begin_ns : (double)bar->begin;
}

static double end_of(const struct plan_timeline *timeline, const struct plan_bar *bar)
{
    return timeline->is_modelled ? bar->end_ns : (double)bar->end;
}

static struct scale scale_of(const struct drawing *drawing, double total, int unit_columns)
{
    int room = drawing->columns - drawing->label_columns - 2 - BUSY_COLUMNS;
    struct scale scale = {.total = total, .width = room};
    if (unit_columns && total * unit_columns <= room)
        scale.width = (int)total * unit_columns;
    else if (unit_columns && total <= room)
        scale.width = (int)total * (room / (int)total);
    scale.per_column = scale.width > 0 ? total / scale.width : 1;
    return scale;
}

/* A bar is its letter, the number that `as=` gave it where that fits, and '=' to its end. */
static void draw_bar(const struct drawing *drawing, const struct plan_bar *bar, const struct scale *scale, char *cells)
{
    int first = (int)(begin_of(drawing->timeline, bar) / scale->per_column + 1e-9);
    int end = (int)(end_of(drawing->timeline, bar) / scale->per_column + 1e-9);
    first = first < scale->width ? first : scale->width - 1;
    end = end > first ? end : first + 1;
    end = end < scale->width ? end : scale->width;
    memset(cells + first, '=', (size_t)(end - first));
    cells[first] = drawing->letters[bar->name];
    char number[24];
    int digits = bar->label >= 0 ? snprintf(number, sizeof number, "%lld", (long long)bar->label) : 0;
    if (digits < end - first)
        memcpy(cells + first + 1, number, (size_t)digits);
}

static const char *row_label(struct drawing *drawing, int rank, int stream, bool has_streams)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (drawing->timeline->rank_count > 1)
        buffer_printf(&text, _("device %d"), rank);
    if (drawing->timeline->rank_count > 1 && has_streams)
        buffer_append_text(&text, "  ");
    if (has_streams)
        buffer_printf(&text, _("stream %d"), stream);
    return arena_strdup(drawing->arena, buffer_text(&text));
}

static void add_device_row(struct drawing *drawing, int rank, int stream, const char *label, const struct scale *scale)
{
    const struct plan_timeline *timeline = drawing->timeline;
    char *cells = new_cells(drawing, scale->width, '.'), busy[16];
    double taken = 0;
    for (size_t i = 0; i < timeline->bar_count; i++) {
        const struct plan_bar *bar = &timeline->bars[i];
        if (bar->rank != rank || bar->stream != stream || end_of(timeline, bar) <= begin_of(timeline, bar))
            continue;
        draw_bar(drawing, bar, scale, cells);
        taken += end_of(timeline, bar) - begin_of(timeline, bar);
    }
    snprintf(busy, sizeof busy, " %3.0f %%", scale->total > 0 ? 100 * taken / scale->total : 0);
    add_row(drawing, label, cells, busy);
}

static bool has_bars(const struct plan_timeline *timeline, int rank, int stream)
{
    for (size_t i = 0; i < timeline->bar_count; i++)
        if (timeline->bars[i].stream == stream && (rank < 0 || timeline->bars[i].rank == rank))
            return true;
    return false;
}

static int last_stream(const struct plan_timeline *timeline)
{
    int last = 0;
    for (size_t i = 0; i < timeline->bar_count; i++)
        last = timeline->bars[i].stream > last ? timeline->bars[i].stream : last;
    return last;
}

/* Every row by device and stream. A device without work has one, too. */
static void each_row(struct drawing *drawing, const struct scale *scale)
{
    const struct plan_timeline *timeline = drawing->timeline;
    int last = last_stream(timeline);
    for (int rank = 0; rank < timeline->rank_count; rank++) {
        int rows = 0;
        for (int stream = 0; stream <= last; stream++) {
            bool is_row = has_bars(timeline, rank, stream) || (stream == last && !rows);
            const char *label = row_label(drawing, rank, stream, last > 0);
            rows += is_row;
            if (is_row && scale)
                add_device_row(drawing, rank, stream, label, scale);
            else if (is_row)
                widen_label(drawing, label);
        }
    }
}

static void append_amount(const struct drawing *drawing, double total, struct buffer *out)
{
    if (drawing->timeline->is_modelled)
        text_append_duration(out, total * 1e-9);
    else
        buffer_printf(out, ngettext("%d step", "%d steps", total), (int)total);
}

/* "0 ... 11 steps" above the cells, and "busy" above the shares. */
static void add_axis(struct drawing *drawing, const struct scale *scale)
{
    CLEANUP(buffer_done) struct buffer total = BUFFER_INIT;
    append_amount(drawing, scale->total, &total);
    bool has_room = scale->width > 1 + text_width(buffer_text(&total));
    text_append_padded(drawing->out, "", drawing->label_columns, TEXT_LEFT);
    buffer_append_text(drawing->out, "  0");
    text_append_padded(drawing->out, has_room ? buffer_text(&total) : "", scale->width - 1, TEXT_RIGHT);
    text_append_padded(drawing->out, _("busy"), BUSY_COLUMNS, TEXT_RIGHT);
    buffer_append_char(drawing->out, '\n');
}

static void add_devices_heading(struct drawing *drawing, double total)
{
    CLEANUP(buffer_done) struct buffer amount = BUFFER_INIT, text = BUFFER_INIT;
    const struct verdict *verdict = drawing->verdict;
    append_amount(drawing, total, &amount);
    if (drawing->timeline->is_modelled)
        buffer_printf(&text, _("Timeline of %s: %s, %s."), verdict->timeline_case, buffer_text(&amount),
                      verdict_text_origin(verdict, drawing->arena));
    else
        buffer_printf(&text, _("Timeline of %s: %s. Each launch and each copy counts as one step."),
                      verdict->timeline_case, buffer_text(&amount));
    text_append_wrapped(drawing->out, buffer_text(&text), drawing->columns);
}

static void add_omitted(struct drawing *drawing, size_t total, size_t drawn)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (total == drawn)
        return;
    buffer_printf(&text, _("The first %zu of %zu are drawn."), drawn, total);
    text_append_wrapped(drawing->out, buffer_text(&text), drawing->columns);
}

static void add_devices(struct drawing *drawing)
{
    const struct plan_timeline *timeline = drawing->timeline;
    double total = 0;
    for (size_t i = 0; i < timeline->bar_count; i++)
        total = end_of(timeline, &timeline->bars[i]) > total ? end_of(timeline, &timeline->bars[i]) : total;
    each_row(drawing, NULL);
    struct scale scale = scale_of(drawing, total, timeline->is_modelled ? 0 : STEP_COLUMNS);
    add_devices_heading(drawing, total);
    add_legend(drawing);
    buffer_append_char(drawing->out, '\n');
    add_axis(drawing, &scale);
    each_row(drawing, &scale);
    add_omitted(drawing, timeline->bar_total, timeline->bar_count);
}

/* --- scratch buffers -------------------------------------------------------------------------- */

/* The buffers of one `scratch` statement share a row. The first of them names it. */
static bool begins_row(const struct plan_timeline *timeline, size_t index)
{
    const struct plan_life *life = &timeline->lives[index];
    for (size_t i = 0; i < index; i++)
        if (timeline->lives[i].name == life->name && timeline->lives[i].line == life->line)
            return false;
    return true;
}

static const char *life_label(struct drawing *drawing, const struct plan_life *life)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    uint64_t most = 0;
    for (size_t i = 0; i < drawing->timeline->life_count; i++) {
        const struct plan_life *other = &drawing->timeline->lives[i];
        if (other->name == life->name && other->line == life->line && other->size_bytes > most)
            most = other->size_bytes;
    }
    text_append_cut(&text, drawing->timeline->names[life->name], LABEL_COLUMNS_MAX - 12, true);
    buffer_append_text(&text, "  ");
    text_append_bytes(&text, most);
    return arena_strdup(drawing->arena, buffer_text(&text));
}

/* The columns of a statement: from the first to the one before the end, at least one. */
static void columns_of(const struct scale *scale, size_t moment, int *out_first, int *out_end)
{
    int first = (int)((double)moment / scale->per_column + 1e-9);
    int end = (int)((double)(moment + 1) / scale->per_column + 1e-9);
    *out_first = first < scale->width ? first : scale->width - 1;
    *out_end = end > *out_first ? end : *out_first + 1;
}

static void add_life_row(struct drawing *drawing, const struct plan_life *row, const char *label,
                         const struct scale *scale)
{
    const struct plan_timeline *timeline = drawing->timeline;
    char *cells = new_cells(drawing, scale->width, '.');
    for (size_t i = 0; i < timeline->life_count; i++) {
        const struct plan_life *life = &timeline->lives[i];
        if (life->name != row->name || life->line != row->line || life->end <= life->first)
            continue;
        int first, end, ignored;
        columns_of(scale, life->first, &first, &ignored);
        columns_of(scale, life->end - 1, &ignored, &end);
        memset(cells + first, '#', (size_t)(end - first));
    }
    add_row(drawing, label, cells, "");
}

/* The letters of the statements: '+' and '-' for scratch and free. */
static void add_statement_row(struct drawing *drawing, const struct scale *scale)
{
    const struct plan_timeline *timeline = drawing->timeline;
    char *cells = new_cells(drawing, scale->width, ' ');
    for (size_t i = timeline->moment_count; i-- > 0;) {
        const struct plan_moment *moment = &timeline->moments[i];
        bool is_new = false;
        int first, end;
        for (size_t j = 0; j < timeline->life_count; j++)
            is_new = is_new || (timeline->lives[j].first == i && timeline->lives[j].line == moment->line);
        columns_of(scale, i, &first, &end);
        char letter = drawing->letters[moment->name];
        cells[first] = !moment->is_work ? (is_new ? '+' : '-') : letter ? letter : '?';
    }
    add_row(drawing, "", cells, "");
}

static uint64_t held_at(const struct plan_timeline *timeline, size_t moment)
{
    uint64_t held = 0;
    for (size_t i = 0; i < timeline->life_count; i++)
        if (timeline->lives[i].first <= moment && moment < timeline->lives[i].end)
            held += timeline->lives[i].size_bytes;
    return held;
}

/* "held  16 KiB" at the top, and the bytes of each lower quarter below it. */
static const char *held_label(struct drawing *drawing, uint64_t peak, int row)
{
    CLEANUP(buffer_done) struct buffer label = BUFFER_INIT;
    text_append_padded(&label, row == HELD_ROWS ? _("held") : "", text_width(_("held")) + 2, TEXT_LEFT);
    text_append_bytes(&label, peak * (uint64_t)row / HELD_ROWS);
    return arena_strdup(drawing->arena, buffer_text(&label));
}

/* The bytes held at each statement, in quarters of the peak. '*' marks the peak. */
static void add_held_rows(struct drawing *drawing, uint64_t peak, const struct scale *scale)
{
    const struct plan_timeline *timeline = drawing->timeline;
    for (int row = HELD_ROWS; row >= 1; row--) {
        char *cells = new_cells(drawing, scale->width, ' ');
        for (size_t i = 0; i < timeline->moment_count; i++) {
            uint64_t held = held_at(timeline, i);
            int first, end;
            columns_of(scale, i, &first, &end);
            if ((double)held <= (double)peak * (row - 1) / HELD_ROWS)
                continue;
            for (int column = first; column < end; column++)
                if (cells[column] != '*')
                    cells[column] = row == HELD_ROWS && held == peak ? '*' : '#';
        }
        add_row(drawing, held_label(drawing, peak, row), cells, "");
    }
}

static void add_lives_heading(struct drawing *drawing, uint64_t peak, int line)
{
    CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT, text = BUFFER_INIT;
    text_append_bytes(&bytes, peak);
    buffer_printf(&text,
                  drawing->timeline->rank_count > 1
                      ? _("Scratch buffers of %s by statement: at most %s on each device, at line %d.")
                      : _("Scratch buffers of %s by statement: at most %s, at line %d."),
                  drawing->verdict->timeline_case, buffer_text(&bytes), line);
    text_append_wrapped(drawing->out, buffer_text(&text), drawing->columns);
}

static void add_lives_legend(struct drawing *drawing)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    append_cells(drawing, _("+  scratch    -  free    #  held    *  held at the peak    .  not held"), &text);
    text_append_wrapped(drawing->out, buffer_text(&text), drawing->columns);
}

static void add_lives(struct drawing *drawing)
{
    const struct plan_timeline *timeline = drawing->timeline;
    uint64_t peak = 0;
    size_t at = 0;
    for (size_t i = 0; i < timeline->moment_count; i++)
        if (held_at(timeline, i) > peak) {
            peak = held_at(timeline, i);
            at = i;
        }
    drawing->label_columns = 0;
    for (int row = 1; row <= HELD_ROWS; row++)
        widen_label(drawing, held_label(drawing, peak, row));
    for (size_t i = 0; i < timeline->life_count; i++)
        widen_label(drawing, life_label(drawing, &timeline->lives[i]));
    struct scale scale = scale_of(drawing, (double)timeline->moment_count, MOMENT_COLUMNS);
    add_lives_heading(drawing, peak, timeline->moments[at].line);
    add_lives_legend(drawing);
    buffer_append_char(drawing->out, '\n');
    add_statement_row(drawing, &scale);
    for (size_t i = 0; i < timeline->life_count; i++)
        if (begins_row(timeline, i))
            add_life_row(drawing, &timeline->lives[i], life_label(drawing, &timeline->lives[i]), &scale);
    add_held_rows(drawing, peak, &scale);
    add_omitted(drawing, timeline->moment_total, timeline->moment_count);
    add_omitted(drawing, timeline->life_total, timeline->life_count);
}

/* --- both ------------------------------------------------------------------------------------- */

void verdict_text_timeline(const struct verdict *verdict, int columns, bool has_blocks, struct arena *arena,
                           struct buffer *out)
{
    struct drawing drawing = {.verdict = verdict,
                              .timeline = verdict ? verdict->timeline : NULL,
                              .arena = arena,
                              .out = out,
                              .has_blocks = has_blocks,
                              .columns = columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns};
    if (!verdict_text_has_timeline(verdict)) {
        text_append_wrapped(drawing.out,
                            verdict
                                ? _("No timeline: it needs a run of a plan with several devices, several streams "
                                    "or scratch buffers.")
                                : _("Nothing has run yet. Press r on the exercise: the plan of its run appears here."),
                            columns);
        return;
    }
    choose_letters(&drawing);
    if (plan_timeline_has_rows(drawing.timeline))
        add_devices(&drawing);
    else
        add_legend(&drawing);
    if (drawing.timeline->life_count) {
        buffer_append_char(out, '\n');
        add_lives(&drawing);
    }
}

void verdict_text_letters(const struct verdict *verdict, struct buffer *out)
{
    struct drawing drawing = {.timeline = verdict->timeline};
    choose_letters(&drawing);
    for (uint32_t i = 0; i < drawing.timeline->name_count; i++)
        if (drawing.letters[i])
            buffer_printf(out, "%s%c  %s", out->size_bytes ? "    " : "", drawing.letters[i],
                          drawing.timeline->names[i]);
}
