/* Any JSON as a verdict: a verdict that reads can be written and read again. */
#include "grader/verdict.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void append(const struct verdict *verdict, struct buffer *out)
{
    CLEANUP(json_decref) json_t *json = verdict_to_json(verdict);
    json_append_canonical(out, json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CLEANUP(json_decref) json_t *json = json_read((const char *)data, size, NULL);
    struct verdict *verdict = json ? verdict_from_json(json, NULL) : NULL;
    if (!verdict)
        return 0;
    CLEANUP(buffer_done) struct buffer once = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer twice = BUFFER_INIT;
    append(verdict, &once);
    CLEANUP(json_decref) json_t *again = json_read(once.data, once.size_bytes, NULL);
    struct verdict *back = again ? verdict_from_json(again, NULL) : NULL;
    if (!back)
        abort();
    append(back, &twice);
    if (strcmp(buffer_text(&once), buffer_text(&twice)))
        abort();
    verdict_free(back);
    verdict_free(verdict);
    return 0;
}
