/* Names elements as the source does: see the header. */
#include "grader/finding/element_name.h"

#include <inttypes.h>
#include <string.h>

#include "base/told.h"
#include "grader/finding/declared_unit.h"
#include "grader/source/source_index.h"

enum { RANK_MAX = 4 };

uint32_t element_name_unit(const struct vgpu_finding *finding, const struct finding_view *view)
{
    uint32_t unit = declared_unit_of(finding, view);
    bool is_smaller = unit && unit < finding->size_bytes && finding->size_bytes % unit == 0;
    return is_smaller && finding->offset_bytes % unit == 0 ? unit : 0;
}

static const char *flat_name(struct arena *arena, const struct vgpu_finding *finding, const struct finding_view *view)
{
    bool is_counted = finding->said && *told_rest(finding->said); /* in elements of the access */
    uint32_t unit = is_counted ? 0 : element_name_unit(finding, view);
    int64_t element = unit ? finding->offset_bytes / unit : finding->element;
    return arena_printf(arena, "%s[%" PRId64 "]", finding->buffer, element);
}

/* The sizes of the array, which make up its bytes. Returns its dimensions; 0: they do not. */
static int read_sizes(const struct vgpu_finding *finding, const struct finding_view *view, uint32_t unit,
                      uint64_t sizes[RANK_MAX])
{
    int rank = view->source ? source_index_rank(view->source, finding->buffer) : 0;
    uint64_t bytes = unit;
    for (int i = 0; i < rank && i < RANK_MAX; i++) {
        sizes[i] = source_index_size(view->source, finding->buffer, i);
        bytes *= sizes[i];
    }
    return rank <= RANK_MAX && bytes == finding->buffer_bytes ? rank : 0;
}

/* "tile[1][0]"; NULL: no array of several dimensions. */
static const char *shared_name(struct arena *arena, const struct vgpu_finding *finding, const struct finding_view *view)
{
    uint64_t sizes[RANK_MAX], row = 1;
    uint32_t unit = finding->space == VGPU_FINDING_SPACE_SHARED ? declared_unit_of(finding, view) : 0;
    int rank = unit && finding->offset_bytes % unit == 0 ? read_sizes(finding, view, unit, sizes) : 0;
    if (rank < 2)
        return NULL;
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_append_text(&text, finding->buffer);
    for (int i = 1; i < rank; i++)
        row *= sizes[i];
    for (uint64_t i = 0, element = (uint64_t)finding->offset_bytes / unit; i < (uint64_t)rank; i++) {
        buffer_printf(&text, "[%" PRIu64 "]", element / row);
        element %= row;
        row /= i + 1 < (uint64_t)rank ? sizes[i + 1] : 1;
    }
    return arena_strdup(arena, buffer_text(&text));
}

const char *element_name(struct arena *arena, const struct vgpu_finding *finding, const struct finding_view *view)
{
    bool is_scalar = finding->space == VGPU_FINDING_SPACE_SHARED && finding->buffer_bytes == finding->size_bytes;
    if (finding->element < 0 || is_scalar)
        return finding->buffer;
    const char *name = shared_name(arena, finding, view);
    return name ? name : flat_name(arena, finding, view);
}

static const char *with_replaced(struct arena *arena, const char *text, const char *old, const char *now)
{
    const char *at = text ? strstr(text, old) : NULL;
    return at ? arena_printf(arena, "%.*s%s%s", (int)(at - text), text, now, at + strlen(old)) : text;
}

void element_name_in_messages(struct observation *observation, const struct finding_view *view)
{
    struct arena *arena = observation->arena;
    for (size_t i = 0; i < observation->finding_count; i++) {
        struct vgpu_finding *finding = &observation->findings[i];
        if (!finding->buffer || !*finding->buffer || finding->element < 0)
            continue;
        const char *old = arena_printf(arena, "%s[%" PRId64 "]", finding->buffer, finding->element);
        const char *now = element_name(arena, finding, view);
        if (!strcmp(old, now) || !strcmp(now, finding->buffer))
            continue;
        finding->message = with_replaced(arena, finding->message, old, now);
        finding->said = with_replaced(arena, finding->said, old, now);
    }
}
