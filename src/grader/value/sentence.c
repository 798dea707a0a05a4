/* Looks up rows of sentences.def and fills their fields. */
#include "grader/value/sentence.h"

#include "base/i18n.h"
#include "base/told.h"

static const struct sentence rows[SENTENCE_COUNT] = {
#define SENTENCE(id, sentence, lesson) [SENTENCE_##id] = {sentence, lesson, 0},
#include "grader/value/sentences.def"
};

struct sentence sentence_row(enum sentence_id id)
{
    return (struct sentence){_(rows[id].text), rows[id].lesson, 0};
}

struct sentence sentence_fill(struct arena *arena, enum sentence_id id, const struct template_field *fields,
                              size_t field_count)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    template_expand(_(rows[id].text), fields, field_count, &text);
    return (struct sentence){arena_strdup(arena, buffer_text(&text)), rows[id].lesson, 0};
}

const char *sentence_text(struct arena *arena, enum sentence_id id, const struct template_field *fields,
                          size_t field_count)
{
    return sentence_fill(arena, id, fields, field_count).text;
}

size_t sentence_tell(char *out, size_t capacity, enum sentence_id id, const struct template_field *fields,
                     size_t field_count)
{
    struct buffer values CLEANUP(buffer_done) = BUFFER_INIT;
    for (size_t i = 0; i < field_count; i++)
        buffer_printf(&values, "%s%s=%s", i ? TOLD_AND : "", fields[i].name, fields[i].text);
    return told_print(out, capacity, rows[id].text, "%s", buffer_text(&values));
}
