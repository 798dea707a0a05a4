/* The panel about a warp: lanes, a register, the last request, waiting threads, findings. */

#include "base/i18n.h"
#include "base/mangled.h"
#include "base/text.h"
#include "base/told.h"
#include "tui/screens/microscope/microscope.h"

enum { LANES = VGPU_STEP_LANES, WORD_BYTES = 4, SECTOR_WORDS = 8, SECTOR_COLUMNS = 10, FINDING_ROWS = 3 };

static bool has_room(const struct panel *panel)
{
    return panel->y < panel->end;
}

/* A label in the left column. Returns the column after it. */
static int panel_label(const struct panel *panel, const char *text)
{
    canvas_cut(panel->canvas, panel->x, panel->y, LABEL_COLUMNS - 1, STYLE_DIM, text);
    return panel->x + LABEL_COLUMNS;
}

static int columns_left(const struct panel *panel, int x)
{
    return panel->x + panel->width - x;
}

/* --- lanes ------------------------------------------------------------------------------------ */

/* Letters repeat the meaning of colours: B at a barrier, S at a .sync operation. */
static void draw_lane(const struct panel *panel, int x, uint32_t bit)
{
    const struct stepping_view *view = panel->view;
    if (view->active & bit)
        canvas_mark(panel->canvas, x, panel->y, STYLE_GOOD, MARK_BAR_FULL);
    else if (view->at_barrier & bit)
        canvas_text(panel->canvas, x, panel->y, STYLE_WARNING, "B");
    else if (view->at_sync & bit)
        canvas_text(panel->canvas, x, panel->y, STYLE_WARNING, "S");
    else if (view->live & bit)
        canvas_mark(panel->canvas, x, panel->y, STYLE_NORMAL, MARK_BAR_EMPTY);
    else
        canvas_mark(panel->canvas, x, panel->y, STYLE_DIM, MARK_NOT_REACHED);
}

static void describe_lanes(const struct stepping_view *view, struct buffer *out)
{
    int waiting = __builtin_popcount(view->at_barrier | view->at_sync);
    int gone = __builtin_popcount(view->started & ~view->live);
    int others = __builtin_popcount(view->live & ~view->active & ~view->at_barrier & ~view->at_sync);
    buffer_printf(out, _("%d active"), __builtin_popcount(view->active));
    if (others)
        buffer_printf(out, _(", %d elsewhere"), others);
    if (waiting)
        buffer_printf(out, _(", %d wait"), waiting);
    if (gone)
        buffer_printf(out, _(", %d ended"), gone);
}

static void describe_lane(const struct stepping_view *view, int lane, struct buffer *out)
{
    uint32_t thread = view->warp * LANES + (uint32_t)lane, x = view->block_shape[0], y = view->block_shape[1];
    if (lane >= 0 && !(view->started >> lane & 1))
        buffer_printf(out, _("lane %d has no thread"), lane);
    else if (lane >= 0)
        buffer_printf(out, _("lane %d: thread (%u,%u,%u)"), lane, thread % x, thread / x % y, thread / x / y);
}

static void draw_strip(const struct panel *panel, int lane)
{
    int x = panel_label(panel, _("lanes"));
    for (int i = 0; i < LANES; i++)
        draw_lane(panel, x + i, 1U << i);
    if (lane >= 0 && panel->y + 1 < panel->end)
        canvas_text(panel->canvas, x + lane, panel->y + 1, STYLE_ACCENT, "^");
}

static void draw_row(struct panel *panel, int x, enum style style, const char *text)
{
    if (has_room(panel))
        canvas_cut(panel->canvas, x, panel->y++, columns_left(panel, x), style, text);
}

/* The words are beside the lanes, or in a row of their own where they do not fit there. */
void panel_lanes(struct panel *panel, int lane)
{
    CLEANUP(buffer_done) struct buffer all = BUFFER_INIT, one = BUFFER_INIT;
    if (!has_room(panel))
        return;
    describe_lanes(panel->view, &all);
    describe_lane(panel->view, lane, &one);
    bool has_strip = panel->width >= LABEL_COLUMNS + LANES;
    int x = has_strip ? panel->x + LABEL_COLUMNS + LANES + 2 : panel->x, left = columns_left(panel, x);
    if (has_strip)
        draw_strip(panel, lane);
    if (has_strip && (text_width(buffer_text(&all)) > left || text_width(buffer_text(&one)) > left)) {
        panel->y += lane >= 0 ? 2 : 1;
        buffer_printf(&all, "%s%s", lane >= 0 ? "  " : "", buffer_text(&one));
        bool is_short = text_width(buffer_text(&all)) <= panel->width - LABEL_COLUMNS;
        draw_row(panel, panel->x + (is_short ? LABEL_COLUMNS : 0), STYLE_NORMAL, buffer_text(&all));
        return;
    }
    draw_row(panel, x, STYLE_NORMAL, buffer_text(&all));
    if (lane >= 0)
        draw_row(panel, x, STYLE_ACCENT, buffer_text(&one));
}

/* --- cells ------------------------------------------------------------------------------------ */

/* The lanes per row: as many as fit, a power of two, so that rows are alike. */
static int lanes_in_row(int columns, int value_columns)
{
    int lanes = LANES;
    while (lanes > 1 && lanes * (value_columns + 1) > columns)
        lanes /= 2;
    return lanes;
}

static int widest_cell(const struct panel_cells *cells)
{
    char text[64];
    int widest = 1;
    for (int cell = 0; cell < cells->count; cell++) {
        cells->write(cells->context, cell, text, sizeof text);
        widest = text_width(text) > widest ? text_width(text) : widest;
    }
    return widest;
}

/* The cells [first, first + count) as a mask. */
static uint32_t cell_mask(int first, int count)
{
    return (count < LANES ? (1U << count) - 1 : UINT32_MAX) << first;
}

void panel_cells(struct panel *panel, const struct panel_cells *cells)
{
    int width = widest_cell(cells), in_row = lanes_in_row(panel->width - LABEL_COLUMNS, width), row = 0;
    for (int first = 0; first < cells->count && has_room(panel); first += in_row) {
        char text[64];
        int x = panel->x + LABEL_COLUMNS;
        if (first > 0 && !(cells->shown & cell_mask(first, in_row)))
            continue;
        if (first == 0)
            canvas_cut(panel->canvas, panel->x, panel->y, LABEL_COLUMNS - 1, STYLE_CODE, cells->name);
        else if (row == 1 && first == in_row)
            canvas_cut(panel->canvas, panel->x, panel->y, LABEL_COLUMNS - 1, STYLE_DIM, cells->type);
        else
            canvas_printf(panel->canvas, panel->x, panel->y, STYLE_DIM, "%6d", first);
        for (int i = 0; i < in_row && first + i < cells->count; i++, x += width + 1) {
            int cell = first + i;
            cells->write(cells->context, cell, text, sizeof text);
            enum style style = cells->changed >> cell & 1  ? STYLE_STRONG
                               : cells->bright >> cell & 1 ? STYLE_NORMAL
                                                           : STYLE_DIM;
            canvas_text(panel->canvas, x + width - text_width(text), panel->y, style, text);
        }
        panel->y++;
        row++;
    }
}

/* --- the last request ------------------------------------------------------------------------- */

static int words_used(uint32_t bytes)
{
    int words = 0;
    for (int word = 0; word < SECTOR_WORDS; word++)
        words += (bytes >> word * WORD_BYTES & 15) != 0;
    return words;
}

static void describe_request(const struct stepping_request *request, struct buffer *out)
{
    const struct vgpu_step_request *access = &request->access;
    int lanes = __builtin_popcount(access->mask);
    /* a space and an access: other languages name the access first */
    buffer_printf(out, _("%s %s"), _(vgpu_finding_space_name(access->space)), _(vgpu_access_name(access->access)));
    if (access->line > 0)
        buffer_printf(out, _(", line %d"), access->line);
    buffer_printf(out, ngettext(": %d x %u byte", ": %d x %u bytes", access->size_bytes), lanes, access->size_bytes);
    if (request->buffer[0])
        buffer_printf(out, _(" at %s+%lld"), request->buffer, (long long)access->offset_bytes);
}

/* Draws each sector with its eight words. Requested words are filled. */
static void draw_sectors_open(struct panel *panel, const struct vgpu_step_request *access, int x)
{
    for (uint32_t i = 0; i < access->sector_count; i++) {
        if (columns_left(panel, x) < SECTOR_COLUMNS) {
            x = panel->x + LABEL_COLUMNS;
            if (++panel->y >= panel->end)
                return;
        }
        x += canvas_text(panel->canvas, x, panel->y, STYLE_DIM, "[");
        for (int word = 0; word < SECTOR_WORDS; word++, x++)
            if (access->sectors[i].bytes >> word * WORD_BYTES & 15)
                canvas_mark(panel->canvas, x, panel->y, STYLE_FIGURE, MARK_BAR_FULL);
        x += canvas_text(panel->canvas, x, panel->y, STYLE_DIM, "]");
    }
    panel->y++;
}

/* For many sectors: one digit each, the number of its requested words. */
static void draw_sectors_closed(struct panel *panel, const struct vgpu_step_request *access, int x)
{
    int first = x;
    for (uint32_t i = 0; i < access->sector_count; i++, x++) {
        if (columns_left(panel, x) < 1) {
            x = first;
            if (++panel->y >= panel->end)
                return;
        }
        int used = words_used(access->sectors[i].bytes);
        canvas_printf(panel->canvas, x, panel->y, used < SECTOR_WORDS ? STYLE_BAD : STYLE_GOOD, "%d", used);
    }
    panel->y++;
}

static void draw_sectors(struct panel *panel, const struct vgpu_step_request *access)
{
    uint32_t most_open = 2 * (uint32_t)((panel->width - LABEL_COLUMNS) / SECTOR_COLUMNS);
    bool is_good = access->sector_count <= access->least_sectors + 1;
    if (!has_room(panel))
        return;
    int x = panel->x + LABEL_COLUMNS;
    canvas_printf(panel->canvas, x, panel->y++, is_good ? STYLE_GOOD : STYLE_BAD,
                  ngettext("%u sector of 32 bytes, at least %u: %s", "%u sectors of 32 bytes, at least %u: %s",
                           access->sector_count),
                  access->sector_count, access->least_sectors, is_good ? _("coalesced") : _("not coalesced"));
    if (!has_room(panel))
        return;
    panel_label(panel, _("sectors"));
    if (access->sector_count <= most_open)
        draw_sectors_open(panel, access, x);
    else
        draw_sectors_closed(panel, access, x);
}

/* The letter of a lane's conflict. '.' none; ' ' not active. */
static char conflict_letter(const struct vgpu_step_request *access, int lane)
{
    int conflicts = 0;
    if (!(access->mask >> lane & 1))
        return ' ';
    for (int bank = 0; bank < VGPU_STEP_BANKS; bank++) {
        if (access->bank_ways[bank] < 2)
            continue;
        if (access->bank_lanes[bank] >> lane & 1)
            return (char)(conflicts < 26 ? 'A' + conflicts : 'a' + conflicts - 26);
        conflicts++;
    }
    return '.';
}

static void draw_bank(const struct panel *panel, int x, unsigned ways)
{
    if (ways == 0)
        canvas_text(panel->canvas, x, panel->y, STYLE_DIM, ".");
    else if (ways > 9)
        canvas_text(panel->canvas, x, panel->y, STYLE_BAD, "+");
    else
        canvas_printf(panel->canvas, x, panel->y, ways > 1 ? STYLE_BAD : STYLE_GOOD, "%u", ways);
}

static void draw_banks(struct panel *panel, const struct vgpu_step_request *access)
{
    if (!has_room(panel))
        return;
    int x = panel->x + LABEL_COLUMNS;
    canvas_printf(panel->canvas, x, panel->y++, access->conflicts ? STYLE_BAD : STYLE_GOOD,
                  access->conflicts ? _("%u passes over the banks, %u of them for conflicts")
                                    : ngettext("%u pass over the banks, no conflict",
                                               "%u passes over the banks, no conflict", access->wavefronts),
                  access->wavefronts, access->conflicts);
    if (!has_room(panel) || panel->width < LABEL_COLUMNS + LANES)
        return;
    panel_label(panel, _("banks"));
    for (int bank = 0; bank < VGPU_STEP_BANKS; bank++)
        draw_bank(panel, x + bank, access->bank_ways[bank]);
    canvas_cut(panel->canvas, x + LANES + 2, panel->y++, columns_left(panel, x + LANES + 2), STYLE_DIM,
               _("words requested per bank"));
    if (!has_room(panel) || !access->conflicts)
        return;
    panel_label(panel, _("lanes"));
    for (int lane = 0; lane < LANES; lane++) {
        char letter[2] = {conflict_letter(access, lane), '\0'};
        canvas_text(panel->canvas, x + lane, panel->y, letter[0] == '.' ? STYLE_DIM : STYLE_BAD, letter);
    }
    canvas_cut(panel->canvas, x + LANES + 2, panel->y++, columns_left(panel, x + LANES + 2), STYLE_DIM,
               _("one letter: one bank, one after the other"));
}

void panel_requests(struct panel *panel)
{
    const struct stepping_view *view = panel->view;
    for (uint32_t i = 0; i < view->request_count && has_room(panel); i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        const struct vgpu_step_request *access = &view->requests[i].access;
        describe_request(&view->requests[i], &text);
        int x = panel_label(panel, _("request"));
        canvas_cut(panel->canvas, x, panel->y++, columns_left(panel, x), STYLE_NORMAL, buffer_text(&text));
        if (access->space == VGPU_FINDING_SPACE_SHARED)
            draw_banks(panel, access);
        else if (access->space == VGPU_FINDING_SPACE_GLOBAL || access->space == VGPU_FINDING_SPACE_LOCAL)
            draw_sectors(panel, access);
    }
}

/* --- who waits, who is elsewhere -------------------------------------------------------------- */

static void describe_barrier(const struct panel *panel, const struct vgpu_step_barrier *barrier, struct buffer *out)
{
    bool any = false;
    buffer_printf(out, _("barrier %u: %u of %u threads; waiting:"), barrier->number, barrier->arrived,
                  barrier->expected);
    for (uint32_t warp = 0; warp < panel->view->warp_count; warp++) {
        int lanes = __builtin_popcount(barrier->waiting[warp]);
        if (lanes == 0)
            continue;
        buffer_printf(out, _("%s warp %u"), any ? "," : "", warp);
        if (lanes < LANES)
            buffer_printf(out, ngettext(" (%d lane)", " (%d lanes)", (unsigned)lanes), lanes);
        any = true;
    }
}

void panel_waits(struct panel *panel)
{
    const struct stepping_view *view = panel->view;
    for (uint32_t i = 0; i < view->barrier_count && has_room(panel); i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        describe_barrier(panel, &view->barriers[i], &text);
        int x = panel_label(panel, _("waits"));
        canvas_cut(panel->canvas, x, panel->y++, columns_left(panel, x), STYLE_WARNING, buffer_text(&text));
    }
    if (view->split_count > 1 && has_room(panel)) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        int x = panel_label(panel, _("apart"));
        for (uint32_t i = 0; i < view->split_count; i++) {
            int lanes = __builtin_popcount(view->splits[i].mask);
            buffer_printf(&text, ngettext("%s%d lane at line %d", "%s%d lanes at line %d", lanes), i ? _(", ") : "",
                          lanes, view->splits[i].line);
        }
        canvas_cut(panel->canvas, x, panel->y++, columns_left(panel, x), STYLE_NORMAL, buffer_text(&text));
    }
    if (view->call_count > 1 && has_room(panel)) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        int x = panel_label(panel, _("calls"));
        for (uint32_t i = view->call_count; i-- > 0 && columns_left(panel, x) > 0;)
            x += canvas_printf(panel->canvas, x, panel->y, STYLE_CODE, "%s%s",
                               mangled_readable(arena, view->calls[i].function), i ? " > " : "");
        panel->y++;
    }
}

void panel_findings(struct panel *panel)
{
    const struct stepping_view *view = panel->view;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (view->fault[0] && has_room(panel)) {
        int x = panel_label(panel, _("ended"));
        canvas_cut(panel->canvas, x, panel->y++, columns_left(panel, x), STYLE_BAD, told_local(arena, view->fault));
    }
    if (!view->finding_count || !has_room(panel))
        return;
    const struct stepping_finding *last = &view->findings[view->finding_count - 1];
    enum style style = last->is_error ? STYLE_BAD : STYLE_WARNING;
    const struct text_span *lines;
    int x = panel_label(panel, _("found"));
    const char *text = arena_printf(arena, _("line %d: %s"), last->line, told_local(arena, last->message));
    size_t count = text_wrap(arena, text, columns_left(panel, x), &lines);
    for (size_t i = 0; i < count && i < FINDING_ROWS && has_room(panel); i++)
        canvas_bytes(panel->canvas, x, panel->y++, style, lines[i].start, lines[i].size_bytes);
}
