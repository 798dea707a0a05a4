/*
 * An assessment in words and as JSON. While it runs: its items. Afterwards: its points, areas and
 * the lessons to read again.
 */
#ifndef APP_ASSESSMENT_RESULT_H
#define APP_ASSESSMENT_RESULT_H

#include <jansson.h>

#include "app/assessment.h"
#include "base/buffer.h"

/* "self-administered", or the pack that an educator gave */
void assessment_origin(const struct assessment_record *record, struct buffer *out);

/* Time left and one line for each item. */
void assessment_items_text(const struct assessment *assessment, struct buffer *out);

/* One line for one item: number, kind, points, state. */
void assessment_item_line(const struct assessment *assessment, const struct assessment_item *item, struct buffer *out);

/* The points of one area. */
struct assessment_area_points {
    const char *area;
    int points, total;
};

/* The areas of an ended one, in the order of the items. Lives in `arena`. */
struct assessment_area_points *assessment_areas(const struct assessment *assessment, struct arena *arena,
                                                size_t *out_count);

/* For an ended one. */
void assessment_result_text(const struct assessment *assessment, const struct curriculum *curriculum,
                            struct buffer *out);
json_t *assessment_result_json(const struct assessment *assessment);

/* The lessons to read for wrong items, each once, in the order of the items. Lives in `arena`. */
const char **assessment_read_again(const struct assessment *assessment, struct arena *arena, size_t *out_count);

#endif
