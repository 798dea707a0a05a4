/* The C variables of the kernel: in one lane, and over all lanes. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "base/told.h"
#include "tui/screens/microscope/microscope.h"

enum {
    LANES = VGPU_STEP_LANES,
    VALUE_BYTES = 96,
    NAME_COLUMNS_MOST = 16,
    VALUE_COLUMNS = 24, /* of the chosen lane, where other lanes stand beside it */
    TYPE_COLUMNS = 15,
    HELD_COLUMNS_MOST = 10,  /* the register that holds it */
    HELD_FROM_COLUMNS = 26,  /* narrower lists leave registers out */
    TYPES_FROM_COLUMNS = 52, /* narrower lists leave types out */
    HEADER_FROM_ROWS = 10,   /* lower lists leave the header out */
    CELL = 10,               /* of another lane */
    PARTS_SHOWN = 4,
    STRAY_BYTES = 1 << 20 /* an address this far outside of a buffer has nothing to do with it */
};

/* --- one value -------------------------------------------------------------------------------- */

/* "a", "&a[3]"; an address outside of the buffer gets an exclamation mark. */
static void write_pointer(const struct stepping_variable *variable, uint64_t address, char *out, size_t capacity)
{
    uint64_t offset = address - variable->start;
    bool is_inside = offset < variable->size_bytes, is_below = address < variable->start;
    uint64_t stray = is_inside ? 0 : is_below ? variable->start - address : offset - variable->size_bytes;
    long long signed_offset = (long long)offset;
    const char *mark = is_inside ? "" : "!";
    if (address == 0)
        snprintf(out, capacity, "NULL");
    else if (!variable->buffer[0] || stray > STRAY_BYTES)
        snprintf(out, capacity, "0x%llx", (unsigned long long)address);
    else if (offset == 0)
        snprintf(out, capacity, "%.40s%s", variable->buffer, mark);
    else if (variable->element_bytes && signed_offset % (long long)variable->element_bytes == 0)
        snprintf(out, capacity, "&%.40s[%lld]%s", variable->buffer, signed_offset / (long long)variable->element_bytes,
                 mark);
    else
        snprintf(out, capacity, "%.40s%+lld B%s", variable->buffer, signed_offset, mark);
}

static void write_character(uint64_t bits, char *out, size_t capacity)
{
    int value = (int8_t)bits;
    if (value >= ' ' && value < 127)
        snprintf(out, capacity, "%d '%c'", value, (char)value);
    else
        snprintf(out, capacity, "%d", value);
}

/* The value of a lane or element; "-" if it was not set. */
static void write_value(const struct stepping_variable *variable, int lane, enum microscope_base base, char *out,
                        size_t capacity)
{
    uint64_t bits = variable->values[lane];
    if (variable->place != STEPPING_THERE || variable->kind == STEPPING_OTHER || variable->kind == STEPPING_GROUP)
        snprintf(out, capacity, "?");
    else if (!(variable->defined >> lane & 1))
        snprintf(out, capacity, "-");
    else if (base == BASE_HEXADECIMAL)
        snprintf(out, capacity, "%llx",
                 (unsigned long long)(variable->bits < 64 ? bits & ((UINT64_C(1) << variable->bits) - 1) : bits));
    else if (variable->kind == STEPPING_POINTER)
        write_pointer(variable, bits, out, capacity);
    else if (variable->kind == STEPPING_FLOAT || (base == BASE_FLOAT && variable->bits >= 32))
        snprintf(out, capacity, "%.6g", microscope_real(bits, variable->bits));
    else if (variable->kind == STEPPING_CHARACTER)
        write_character(bits, out, capacity);
    else if (variable->kind == STEPPING_BOOLEAN)
        snprintf(out, capacity, "%s", bits ? "true" : "false");
    else if (variable->kind == STEPPING_SIGNED)
        snprintf(out, capacity, "%lld", (long long)bits);
    else
        snprintf(out, capacity, "%llu", (unsigned long long)bits);
}

static uint32_t part_count(const struct stepping_variable *variables, uint32_t count, uint32_t index)
{
    uint32_t parts = 0;
    while (index + 1 + parts < count && variables[index + 1 + parts].depth)
        parts++;
    return parts;
}

/* "{1, 2, 3}", or "{x 1, y 2}" */
static void write_group(const struct stepping_variable *group, uint32_t parts, int lane, enum microscope_base base,
                        struct buffer *out)
{
    buffer_append_text(out, "{");
    for (uint32_t i = 1; i <= parts; i++) {
        char text[VALUE_BYTES];
        const char *name = group[i].name[0] == '.' ? group[i].name + 1 : "";
        write_value(&group[i], lane, base, text, sizeof text);
        buffer_printf(out, "%s%s%s%s", i > 1 ? ", " : "", name, *name ? " " : "", text);
    }
    buffer_append_text(out, group->hidden ? ", ..}" : "}");
}

static bool has_set_part(const struct stepping_variable *group, uint32_t parts, int lane)
{
    for (uint32_t i = 1; i <= parts; i++)
        if (group[i].defined >> lane & 1)
            return true;
    return false;
}

/* The elements of a shared array, as a list. */
static void write_elements(const struct stepping_variable *variable, enum microscope_base base, struct buffer *out)
{
    for (uint32_t i = 0; i < variable->element_count; i++) {
        char text[VALUE_BYTES];
        write_value(variable, (int)i, base, text, sizeof text);
        buffer_printf(out, "%s%s", i ? " " : "", text);
    }
}

/* Whether it points to the first element of a buffer. */
static bool is_start(const struct stepping_variable *variable, int lane)
{
    return variable->kind == STEPPING_POINTER && variable->element_bytes && variable->buffer[0] &&
           variable->values[lane] == variable->start;
}

static void write_start(const struct stepping_variable *variable, struct buffer *out)
{
    uint64_t count = variable->size_bytes / variable->element_bytes;
    buffer_printf(out, ngettext("start of %s, %llu element", "start of %s, %llu elements", count), variable->buffer,
                  (unsigned long long)count);
}

/* What the list says about a variable in a lane. */
static void describe(const struct stepping_variable *variables, uint32_t count, uint32_t index, int lane,
                     enum microscope_base base, struct buffer *out)
{
    const struct stepping_variable *variable = &variables[index];
    char text[VALUE_BYTES];
    if (variable->place == STEPPING_NOWHERE)
        buffer_append_text(out, _("not kept"));
    else if (variable->place == STEPPING_NOT_YET)
        buffer_append_text(out, _("not set yet"));
    else if (variable->kind == STEPPING_GROUP &&
             has_set_part(variable, part_count(variables, count, index), variable->is_shared ? 0 : lane))
        write_group(variable, part_count(variables, count, index), variable->is_shared ? 0 : lane, base, out);
    else if (variable->kind == STEPPING_OTHER)
        buffer_append_text(out, _("of a type that is not shown"));
    else if (variable->is_shared && variable->element_count > 1)
        write_elements(variable, base, out);
    else if (!(variable->defined >> (variable->is_shared ? 0 : lane) & 1))
        buffer_append_text(out, _("not set yet"));
    else if (is_start(variable, variable->is_shared ? 0 : lane) && base != BASE_HEXADECIMAL)
        write_start(variable, out);
    else {
        write_value(variable, variable->is_shared ? 0 : lane, base, text, sizeof text);
        buffer_append_text(out, text);
    }
}

/* --- the panel -------------------------------------------------------------------------------- */

void panel_program(struct panel *panel)
{
    bool is_timed = !panel->view->is_unoptimised;
    const char *whole =
        is_timed ? _("Timed program, optimised: it keeps no C variables. v shows the -G program, which does.")
                 : _("Unoptimised program (-G), so slower: its variables and registers. v shows the timed program.");
    const char *brief = is_timed ? _("Optimised and timed; v: C variables") : _("Unoptimised (-G); v: timed program");
    if (panel->y >= panel->end)
        return;
    canvas_cut(panel->canvas, panel->x, panel->y++, panel->width, STYLE_DIM,
               text_width(whole) <= panel->width ? whole : brief);
}

struct variable_cells {
    const struct stepping_variable *variable;
    enum microscope_base base;
};

static void write_cell(const void *context, int lane, char *out, size_t capacity)
{
    const struct variable_cells *cells = context;
    const struct stepping_variable *variable = cells->variable;
    bool is_float = cells->base != BASE_HEXADECIMAL && variable->kind == STEPPING_FLOAT;
    if (is_float && variable->defined >> lane & 1) /* side by side, four digits must do */
        snprintf(out, capacity, "%.4g", microscope_real(variable->values[lane], variable->bits));
    else
        write_value(variable, lane, cells->base, out, capacity);
}

/* One value for all lanes that have one. */
static bool is_uniform(const struct stepping_variable *variable)
{
    uint32_t defined = variable->defined;
    for (uint32_t left = defined; left; left &= left - 1)
        if (variable->values[__builtin_ctz(left)] != variable->values[__builtin_ctz(defined)])
            return false;
    return defined == UINT32_MAX;
}

static void draw_cells(struct panel *panel, const char *name, const struct stepping_variable *variable,
                       enum microscope_base base)
{
    struct variable_cells context = {variable, base};
    char text[VALUE_BYTES];
    if (panel->y >= panel->end)
        return;
    if (!variable->defined || (!variable->is_shared && is_uniform(variable))) {
        write_value(variable, 0, base, text, sizeof text);
        canvas_cut(panel->canvas, panel->x, panel->y, LABEL_COLUMNS - 1, STYLE_CODE, name);
        if (variable->defined)
            canvas_printf(panel->canvas, panel->x + LABEL_COLUMNS, panel->y++,
                          variable->changed ? STYLE_STRONG : STYLE_NORMAL, _("%s in every lane"), text);
        else
            canvas_cut(panel->canvas, panel->x + LABEL_COLUMNS, panel->y++, panel->width - LABEL_COLUMNS, STYLE_DIM,
                       _("not set yet"));
        return;
    }
    char type[STEPPING_NAME_BYTES]; /* of an element */
    snprintf(type, sizeof type, "%.*s", (int)strcspn(variable->type, "["), variable->type);
    panel_cells(panel, &(struct panel_cells){.name = name,
                                             .type = type,
                                             .count = variable->is_shared ? (int)variable->element_count : LANES,
                                             .shown = variable->defined,
                                             .bright = variable->is_shared ? UINT32_MAX : panel->view->active,
                                             .changed = variable->changed,
                                             .write = write_cell,
                                             .context = &context});
}

void panel_variable(struct panel *panel, const struct stepping_variable *variables, uint32_t count, int chosen,
                    enum microscope_base base)
{
    if (panel->y >= panel->end)
        return;
    if (chosen < 0) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        const char *why = panel->view->why[0]  ? told_local(arena, panel->view->why)
                          : !panel->view->live ? _("All threads of this warp have ended")
                                               : _("No variable of the kernel is in scope here");
        canvas_cut(panel->canvas, panel->x, panel->y++, panel->width, STYLE_DIM, why);
        return;
    }
    const struct stepping_variable *variable = &variables[chosen];
    if (variable->place != STEPPING_THERE || variable->kind == STEPPING_OTHER)
        return;
    if (variable->kind != STEPPING_GROUP) {
        draw_cells(panel, variable->name, variable, base);
        return;
    }
    uint32_t parts = part_count(variables, count, (uint32_t)chosen);
    for (uint32_t i = 1; i <= parts && i <= PARTS_SHOWN; i++) {
        const char *part = variable[i].name;
        draw_cells(panel, part + (*part == '.'), &variable[i], base);
    }
}

/* --- the list --------------------------------------------------------------------------------- */

static int row_count(const struct microscope_view *view)
{
    int rows = 0;
    for (uint32_t i = 0; i < view->step.variable_count; i++)
        rows += view->variables[i].depth == 0;
    return rows;
}

static int row_of(const struct microscope_view *view, int index)
{
    int row = 0;
    for (int i = 0; i < index; i++)
        row += view->variables[i].depth == 0;
    return row;
}

static void write_name(const struct stepping_variable *variable, char *out, size_t capacity)
{
    snprintf(out, capacity, "%s%s", variable->name, variable->elements);
}

static int name_columns(const struct microscope_view *view)
{
    int columns = text_width(_("variable"));
    for (uint32_t i = 0; i < view->step.variable_count; i++) {
        char name[2 * STEPPING_NAME_BYTES];
        write_name(&view->variables[i], name, sizeof name);
        if (view->variables[i].depth == 0 && text_width(name) > columns)
            columns = text_width(name);
    }
    return columns < NAME_COLUMNS_MOST ? columns : NAME_COLUMNS_MOST;
}

/* As many other lanes as fit, from the chosen one's group on. */
static void draw_other_lanes(struct canvas *canvas, const struct microscope_screen *screen, uint32_t index,
                             struct rect row)
{
    const struct stepping_variable *variable = &screen->view->variables[index];
    int count = row.width / CELL, first = screen->lane - screen->lane % (count > 0 ? count : 1);
    bool has_lanes = !variable->is_shared && variable->kind != STEPPING_GROUP && variable->place == STEPPING_THERE;
    for (int i = 0; has_lanes && i < count && first + i < LANES; i++) {
        char text[VALUE_BYTES];
        int lane = first + i;
        write_value(variable, lane, screen->base, text, sizeof text);
        enum style style = variable->changed >> lane & 1           ? STYLE_STRONG
                           : screen->view->step.active >> lane & 1 ? STYLE_NORMAL
                                                                   : STYLE_DIM;
        int columns = text_width(text) < CELL - 1 ? text_width(text) : CELL - 1;
        canvas_cut(canvas, row.x + i * CELL + CELL - 1 - columns, row.y, columns, style, text);
    }
}

static void draw_lane_numbers(struct canvas *canvas, const struct microscope_screen *screen, struct rect row)
{
    int count = row.width / CELL, first = screen->lane - screen->lane % (count > 0 ? count : 1);
    for (int i = 0; i < count && first + i < LANES; i++) {
        char text[VALUE_BYTES];
        snprintf(text, sizeof text, _("lane %d"), first + i);
        int columns = text_width(text) < CELL - 1 ? text_width(text) : CELL - 1;
        canvas_cut(canvas, row.x + i * CELL + CELL - 1 - columns, row.y, columns,
                   first + i == screen->lane ? STYLE_ACCENT : STYLE_DIM, text);
    }
}

/* Its register, or the memory that has its value. */
static const char *holder_of(const struct stepping_variable *variable)
{
    if (variable->place != STEPPING_THERE)
        return "";
    return variable->held_in[0] ? variable->held_in : variable->is_shared ? _("shared") : _("memory");
}

static int held_columns(const struct microscope_view *view)
{
    int columns = text_width(_("in"));
    for (uint32_t i = 0; i < view->step.variable_count; i++)
        if (view->variables[i].depth == 0 && text_width(holder_of(&view->variables[i])) > columns)
            columns = text_width(holder_of(&view->variables[i]));
    return columns < HELD_COLUMNS_MOST ? columns : HELD_COLUMNS_MOST;
}

/* Where the parts of a row stand. */
struct columns {
    int name, held, value, type, lanes; /* first columns; 0: left out */
    int value_width;
};

static struct columns columns_of(const struct microscope_screen *screen, struct rect area)
{
    struct columns columns = {.name = area.x + 3};
    int end = area.x + area.width;
    columns.value = columns.name + name_columns(screen->view) + 1;
    if (area.width >= HELD_FROM_COLUMNS) {
        columns.held = columns.value;
        columns.value += held_columns(screen->view) + 1;
    }
    columns.value_width = end - columns.value;
    int lanes = columns.value + VALUE_COLUMNS + 1 + TYPE_COLUMNS + 1;
    if (end - lanes >= 2 * CELL) {
        columns.type = columns.value + VALUE_COLUMNS + 1;
        columns.lanes = lanes;
        columns.value_width = VALUE_COLUMNS;
    } else if (area.width >= TYPES_FROM_COLUMNS) {
        columns.type = end - TYPE_COLUMNS;
        columns.value_width = columns.type - 1 - columns.value;
    }
    return columns;
}

/* Without the count of elements. */
static void write_pointer_alone(const struct stepping_variable *variable, int lane, enum microscope_base base,
                                struct buffer *out)
{
    char text[VALUE_BYTES];
    if (variable->place != STEPPING_THERE || !(variable->defined >> lane & 1))
        return;
    write_value(variable, lane, base, text, sizeof text);
    buffer_clear(out);
    if (is_start(variable, lane) && base != BASE_HEXADECIMAL)
        buffer_printf(out, _("start of %s"), variable->buffer);
    else
        buffer_append_text(out, text);
}

static void draw_row(struct canvas *canvas, const struct microscope_screen *screen, uint32_t index,
                     const struct columns *columns, struct rect row)
{
    const struct microscope_view *view = screen->view;
    const struct stepping_variable *variable = &view->variables[index];
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    char name[2 * STEPPING_NAME_BYTES];
    int lane = variable->is_shared ? -1 : screen->lane, end = row.x + row.width;
    int name_end = columns->held ? columns->held : columns->value;
    bool is_chosen = (int)index == microscope_chosen_variable(screen);
    bool has_changed = lane < 0 ? variable->changed != 0 : variable->changed >> lane & 1;
    bool is_list = variable->kind == STEPPING_GROUP || (lane < 0 && variable->element_count > 1), is_long = is_list;
    if (is_chosen)
        canvas_mark(canvas, row.x, row.y, STYLE_ACCENT, MARK_CURSOR);
    if (has_changed)
        canvas_text(canvas, row.x + 1, row.y, STYLE_ACCENT, "*");
    write_name(variable, name, sizeof name);
    canvas_cut(canvas, columns->name, row.y, name_end - columns->name - 1, is_chosen ? STYLE_STRONG : STYLE_CODE, name);
    if (columns->held)
        canvas_cut(canvas, columns->held, row.y, columns->value - columns->held - 1, STYLE_DIM, holder_of(variable));
    describe(view->variables, view->step.variable_count, index, screen->lane, screen->base, &text);
    int room = columns->lanes ? columns->value_width : end - columns->value;
    if (variable->kind == STEPPING_POINTER && text_width(buffer_text(&text)) > room)
        write_pointer_alone(variable, lane < 0 ? 0 : lane, screen->base, &text);
    /* a long value takes the place of its type */
    is_long |= !columns->lanes && text_width(buffer_text(&text)) > columns->value_width;
    bool is_set = variable->place == STEPPING_THERE && (is_list || variable->defined >> (lane < 0 ? 0 : lane) & 1);
    canvas_cut(canvas, columns->value, row.y, is_long ? end - columns->value : columns->value_width,
               has_changed ? STYLE_STRONG
               : is_set    ? STYLE_NORMAL
                           : STYLE_DIM,
               buffer_text(&text));
    if (columns->type && !is_long)
        canvas_cut(canvas, columns->type, row.y, TYPE_COLUMNS, STYLE_DIM, variable->type);
    if (columns->lanes && !is_long)
        draw_other_lanes(canvas, screen, index, (struct rect){columns->lanes, row.y, end - columns->lanes, 1});
}

static void draw_header(struct canvas *canvas, const struct microscope_screen *screen, const struct columns *columns,
                        struct rect row)
{
    int end = row.x + row.width, name_end = columns->held ? columns->held : columns->value;
    canvas_cut(canvas, columns->name, row.y, name_end - columns->name - 1, STYLE_DIM, _("variable"));
    if (columns->held)
        canvas_cut(canvas, columns->held, row.y, columns->value - columns->held - 1, STYLE_DIM, _("in"));
    canvas_cut(canvas, columns->value, row.y, columns->value_width, STYLE_DIM, _("value"));
    if (columns->type)
        canvas_cut(canvas, columns->type, row.y, TYPE_COLUMNS, STYLE_DIM, _("type"));
    if (columns->lanes)
        draw_lane_numbers(canvas, screen, (struct rect){columns->lanes, row.y, end - columns->lanes, 1});
}

void variables_draw(struct canvas *canvas, const struct microscope_screen *screen, struct rect area)
{
    const struct microscope_view *view = screen->view;
    struct columns columns = columns_of(screen, area);
    int rows = row_count(view), chosen = microscope_chosen_variable(screen);
    if (rows && area.height >= HEADER_FROM_ROWS) {
        draw_header(canvas, screen, &columns, (struct rect){area.x, area.y, area.width, 1});
        area.y++;
        area.height--;
    }
    int first = chosen >= 0 ? row_of(view, chosen) - area.height + 1 : 0, row = 0;
    first = first < 0 ? 0 : first;
    for (uint32_t i = 0; i < view->step.variable_count && row - first < area.height; i++) {
        if (view->variables[i].depth)
            continue;
        struct rect where = {area.x, area.y + row - first, area.width, 1};
        if (row >= first) {
            draw_row(canvas, screen, i, &columns, where);
            shell_add_target(screen->shell, where, (int)i);
        }
        row++;
    }
    int hidden = rows - first - area.height;
    char more[32];
    snprintf(more, sizeof more, _("  %d more"), hidden);
    if (hidden > 0) /* over the end of the last row */
        canvas_text(canvas, area.x + area.width - text_width(more), area.y + area.height - 1, STYLE_DIM, more);
}

void variables_draw_one(struct canvas *canvas, const struct microscope_screen *screen, struct rect row)
{
    int chosen = microscope_chosen_variable(screen);
    if (chosen >= 0)
        draw_row(canvas, screen, (uint32_t)chosen,
                 &(struct columns){.name = row.x + 3, .value = row.x + 14, .value_width = row.width - 14}, row);
}
