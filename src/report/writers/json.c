/* The report as JSON. */
#include "report/writers/report_writer.h"

#include <stdlib.h>

#include "base/json.h"

bool report_write_json(const struct report *report, struct buffer *out, struct error *error)
{
    CLEANUP(json_decref) json_t *root = json_array();
    for (size_t i = 0; i < report->count; i++)
        json_array_append_new(root, verdict_to_json(report->items[i].verdict));
    json_t *shown = report->count == 1 ? json_array_get(root, 0) : root;
    char *text = json_dumps(shown, JSON_INDENT(2) | JSON_SORT_KEYS);
    if (!text)
        return error_set(error, ERROR_INTERNAL, "the verdict could not be written as JSON");
    buffer_append_text(out, text);
    buffer_append_char(out, '\n');
    free(text);
    return true;
}
