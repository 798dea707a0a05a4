/* Spellings that PTX of the first GPUs left open. */
#include <string.h>

#include "ptx/parse/parser.h"

static const struct legacy_row {
    const char *written, *meant;
    uint32_t target; /* for targets below it; 0: by the version */
} rows[] = {
#define LEGACY_SPELLING(written, meant, target) {written, meant, target},
#include "ptx/parse/legacy.def"
#undef LEGACY_SPELLING
};

bool legacy_is_before(const struct ptx_parser *parser, uint32_t major, uint32_t minor)
{
    const struct ptx_program *program = parser->program;
    return program->version_major < major || (program->version_major == major && program->version_minor < minor);
}

struct ptx_name *legacy_spelling(struct ptx_parser *parser, struct ptx_name *written)
{
    const uint32_t target = parser->program->target_sm;
    if (!legacy_is_before(parser, 1, 4) && (target == 0 || target >= 20))
        return written;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool counts = rows[i].target ? target < rows[i].target : legacy_is_before(parser, 1, 4);
        if (counts && strcmp(rows[i].written, written->text) == 0)
            return names_intern_text(&parser->names, rows[i].meant, strlen(rows[i].meant));
    }
    return written;
}
