/* The registers of the function: one over all lanes, and all in one lane beside the variables. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/microscope/microscope.h"

enum { LANES = VGPU_STEP_LANES, VALUE_BYTES = 64, VARIABLE_COLUMNS_MOST = 10 };

/* --- one register ----------------------------------------------------------------------------- */

double microscope_real(uint64_t bits, uint32_t width)
{
    float narrow;
    double wide;
    uint32_t low = (uint32_t)bits;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    return width == 64 ? wide : (double)narrow;
}

static int64_t signed_of(uint64_t bits, uint32_t width)
{
    return width >= 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width);
}

static void write_register(const struct stepping_register *shown, int lane, enum microscope_base base, char *out,
                           size_t capacity)
{
    uint64_t bits = shown->values[lane];
    bool is_float = shown->type == PTX_TYPE_F32 || shown->type == PTX_TYPE_F64;
    bool has_float = shown->bits == 32 || shown->bits == 64;
    if (!(shown->defined >> lane & 1))
        snprintf(out, capacity, "-");
    else if (shown->bits == 1)
        snprintf(out, capacity, "%d", (int)(bits & 1));
    else if (shown->bits == 128)
        snprintf(out, capacity, "%llx%016llx", (unsigned long long)shown->high[lane], (unsigned long long)bits);
    else if (has_float && (base == BASE_FLOAT || (is_float && base == BASE_TYPED)))
        snprintf(out, capacity, "%.6g", microscope_real(bits, shown->bits));
    else if (base == BASE_HEXADECIMAL || (shown->bits == 64 && bits >> 40 != 0 && bits >> 40 < 0xffff))
        snprintf(out, capacity, base == BASE_HEXADECIMAL ? "%llx" : "0x%llx", (unsigned long long)bits);
    else
        snprintf(out, capacity, "%lld", (long long)signed_of(bits, shown->bits));
}

/*
 * A start and a step describe addresses better than 32 numbers. False if they do not have that
 * form.
 */
static bool draw_progression(struct panel *panel, const struct stepping_register *shown)
{
    uint64_t first = shown->values[0], step = shown->values[1] - first;
    bool is_uniform = step == 0;
    if (shown->defined != UINT32_MAX || shown->bits == 128 || (shown->bits < 64 && !is_uniform))
        return false;
    for (int lane = 1; lane < LANES; lane++)
        if (shown->values[lane] != first + (uint64_t)lane * step)
            return false;
    char text[64];
    write_register(shown, 0, BASE_TYPED, text, sizeof text);
    int x = panel->x + LABEL_COLUMNS;
    canvas_cut(panel->canvas, panel->x, panel->y, LABEL_COLUMNS - 1, STYLE_CODE, shown->name);
    if (is_uniform)
        canvas_printf(panel->canvas, x, panel->y++, STYLE_NORMAL, _("%s in every lane"), text);
    else
        canvas_printf(panel->canvas, x, panel->y++, STYLE_NORMAL, _("%s in lane 0, %+lld from lane to lane"), text,
                      (long long)(int64_t)step);
    return true;
}

struct register_cells {
    const struct stepping_register *shown;
    enum microscope_base base;
};

static void write_register_cell(const void *context, int lane, char *out, size_t capacity)
{
    const struct register_cells *cells = context;
    write_register(cells->shown, lane, cells->base, out, capacity);
}

void panel_register(struct panel *panel, const struct stepping_register *shown, enum microscope_base base)
{
    static const char *const base_names[] = {[BASE_HEXADECIMAL] = " hex", [BASE_FLOAT] = " float"};
    if (panel->y >= panel->end || !shown || (base == BASE_TYPED && draw_progression(panel, shown)))
        return;
    char type[32];
    snprintf(type, sizeof type, "%s%s", ptx_type_name((enum ptx_type)shown->type),
             base_names[base] ? base_names[base] : "");
    struct register_cells context = {shown, base};
    panel_cells(panel, &(struct panel_cells){.name = shown->name,
                                             .type = type,
                                             .count = LANES,
                                             .shown = shown->defined,
                                             .bright = panel->view->active,
                                             .changed = shown->changed,
                                             .write = write_register_cell,
                                             .context = &context});
}

/* --- the list --------------------------------------------------------------------------------- */

/* The variable that is in this register. NULL: none. */
static const struct stepping_variable *variable_in(const struct microscope_view *view, const char *name)
{
    for (uint32_t i = 0; i < view->step.variable_count; i++)
        if (strcmp(view->variables[i].held_in, name) == 0)
            return &view->variables[i];
    return NULL;
}

/* Where the parts of a row stand. */
struct register_columns {
    int variable, value; /* first columns */
};

static struct register_columns register_columns_of(const struct microscope_view *view, struct rect area)
{
    int name = text_width(_("register")), variable = text_width(_("holds"));
    for (uint32_t i = 0; i < view->step.register_count; i++)
        name = text_width(view->registers[i].name) > name ? text_width(view->registers[i].name) : name;
    for (uint32_t i = 0; i < view->step.variable_count; i++)
        if (view->variables[i].held_in[0] && text_width(view->variables[i].name) > variable)
            variable = text_width(view->variables[i].name);
    variable = variable < VARIABLE_COLUMNS_MOST ? variable : VARIABLE_COLUMNS_MOST;
    struct register_columns columns = {.variable = area.x + 3 + name + 1};
    columns.value = columns.variable + variable + 1;
    return columns;
}

static void draw_register(struct canvas *canvas, const struct microscope_screen *screen,
                          const struct stepping_register *shown, const struct register_columns *columns,
                          struct rect row)
{
    const struct stepping_variable *held = variable_in(screen->view, shown->name);
    bool has_changed = shown->changed >> screen->lane & 1;
    char text[VALUE_BYTES];
    if (has_changed)
        canvas_text(canvas, row.x + 1, row.y, STYLE_ACCENT, "*");
    canvas_cut(canvas, row.x + 3, row.y, columns->variable - row.x - 4, STYLE_CODE, shown->name);
    if (held)
        canvas_cut(canvas, columns->variable, row.y, columns->value - columns->variable - 1, STYLE_STRONG, held->name);
    write_register(shown, screen->lane, screen->base, text, sizeof text);
    canvas_cut(canvas, columns->value, row.y, row.x + row.width - columns->value,
               has_changed ? STYLE_STRONG : STYLE_NORMAL, text);
}

/* The first shown register: those that the last step changed are in sight. */
static int first_register(const struct microscope_screen *screen, int height)
{
    const struct microscope_view *view = screen->view;
    int row = 0, last = 0;
    for (uint32_t i = 0; i < view->step.register_count; i++) {
        if (view->registers[i].changed)
            last = row;
        row += view->registers[i].defined != 0;
    }
    return last < height ? 0 : last - height + 1;
}

void registers_draw(struct canvas *canvas, const struct microscope_screen *screen, struct rect area)
{
    const struct microscope_view *view = screen->view;
    struct register_columns columns = register_columns_of(view, area);
    canvas_text(canvas, area.x + 3, area.y, STYLE_DIM, _("register"));
    canvas_text(canvas, columns.variable, area.y, STYLE_DIM, _("holds"));
    canvas_cut(canvas, columns.value, area.y, area.x + area.width - columns.value, STYLE_DIM, _("value"));
    int height = area.height - 1, first = first_register(screen, height), row = 0;
    for (uint32_t i = 0; i < view->step.register_count && row < first + height; i++) {
        if (!view->registers[i].defined)
            continue;
        if (row >= first)
            draw_register(canvas, screen, &view->registers[i], &columns,
                          (struct rect){area.x, area.y + 1 + row - first, area.width, 1});
        row++;
    }
}
