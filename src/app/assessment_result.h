/*
 * An assessment in words and as JSON: its items while it runs; its points, areas and what to read again afterwards.
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

/* Of one that has ended. */
void assessment_result_text(const struct assessment *assessment, const struct curriculum *curriculum,
                            struct buffer *out);
json_t *assessment_result_json(const struct assessment *assessment);

/* Lessons to read for what was not right, each once, in the order of the items; lives in `arena`. */
const char **assessment_read_again(const struct assessment *assessment, struct arena *arena, size_t *out_count);

#endif
