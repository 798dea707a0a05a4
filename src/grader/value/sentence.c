/* Looks up rows of sentences.def and fills their fields. */
#include "grader/value/sentence.h"

#include "base/i18n.h"

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
