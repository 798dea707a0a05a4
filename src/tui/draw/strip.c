/* Draws strips. */
#include "tui/draw/strip.h"

#include "base/i18n.h"

static bool touches(const int units[STRIP_LANES], int unit)
{
    for (int lane = 0; lane < STRIP_LANES; lane++)
        if (units[lane] == unit)
            return true;
    return false;
}

struct strip_extent strip_measure(const int units[STRIP_LANES])
{
    struct strip_extent extent = {0};
    for (int lane = 0; lane < STRIP_LANES; lane++) {
        bool is_first = units[lane] >= 0;
        extent.lanes += is_first;
        if (units[lane] > extent.last)
            extent.last = units[lane];
        for (int before = 0; before < lane; before++)
            is_first = is_first && units[before] != units[lane];
        extent.units += is_first;
    }
    return extent;
}

/* The lowest touched unit from `from` on; -1: none. */
static int next_unit(const int units[STRIP_LANES], int from)
{
    int next = -1;
    for (int lane = 0; lane < STRIP_LANES; lane++)
        if (units[lane] >= from && (next < 0 || units[lane] < next))
            next = units[lane];
    return next;
}

static void add_touched(struct page *page, const int units[STRIP_LANES], int columns)
{
    int used = 0, before = -1, unit = next_unit(units, 0);
    for (; unit >= 0 && used + 2 <= columns; unit = next_unit(units, unit + 1)) {
        bool has_gap = unit > before + 1;
        if (has_gap)
            page_mark(page, STYLE_DIM, MARK_NOT_REACHED);
        page_mark(page, STYLE_ACCENT, MARK_BAR_FULL);
        used += 1 + has_gap;
        before = unit;
    }
    if (unit >= 0)
        page_text(page, STYLE_DIM, " ..");
}

void strip_marks(struct page *page, const int units[STRIP_LANES], int count, int columns)
{
    if (count > columns) {
        add_touched(page, units, columns);
        return;
    }
    for (int unit = 0; unit < count; unit++)
        if (touches(units, unit))
            page_mark(page, STYLE_ACCENT, MARK_BAR_FULL);
        else
            page_mark(page, STYLE_DIM, MARK_NOT_REACHED);
}

const char *strip_words(const int units[STRIP_LANES], bool has_banks, struct arena *arena)
{
    struct strip_extent extent = strip_measure(units);
    if (extent.lanes == 1 && extent.units == 1)
        return has_banks ? _("1 lane in 1 bank") : _("1 lane in 1 sector");
    if (extent.units == 1)
        return arena_printf(arena, has_banks ? _("%d lanes in 1 bank") : _("%d lanes in 1 sector"), extent.lanes);
    return arena_printf(arena, has_banks ? _("%d lanes in %d banks") : _("%d lanes in %d sectors"), extent.lanes,
                        extent.units);
}
