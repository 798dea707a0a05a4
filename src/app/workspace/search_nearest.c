/* What a search without a hit may have meant: its words, each replaced by the nearest known one. */
#include <ctype.h>
#include <string.h>

#include "app/search.h"
#include "base/diagnostics.h"

enum { VOCABULARY_MAX = 4096 };

struct vocabulary {
    struct arena *arena;
    const char **words;
    size_t count;
};

/* The words of a title or of a name, in small letters. */
static void add_words(struct vocabulary *vocabulary, const char *text)
{
    static const char between[] = " _-,.:;()/'\"`";
    for (text += strspn(text, between); *text && vocabulary->count < VOCABULARY_MAX; text += strspn(text, between)) {
        size_t length = strcspn(text, between);
        char *word = arena_strndup(vocabulary->arena, text, length);
        for (char *at = word; *at; at++)
            *at = (char)tolower((unsigned char)*at);
        vocabulary->words[vocabulary->count++] = word;
        text += length;
    }
}

static void add_course(struct vocabulary *vocabulary, struct app *app)
{
    const struct glossary *glossary = app_glossary(app);
    const struct curriculum *curriculum = app->curriculum;
    for (size_t i = 0; i < glossary->count; i++)
        add_words(vocabulary, glossary->terms[i].name);
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        add_words(vocabulary, curriculum->lessons[i]->title);
    for (size_t i = 0; i < curriculum->exercise_count; i++)
        add_words(vocabulary, curriculum->exercises[i]->id);
}

const char *search_nearest(struct app *app, const char *text, struct arena *arena)
{
    struct vocabulary known = {.arena = arena, .words = ARENA_ARRAY(arena, VOCABULARY_MAX, const char *)};
    struct vocabulary typed = {.arena = arena, .words = ARENA_ARRAY(arena, VOCABULARY_MAX, const char *)};
    struct search_hit *hits = ARENA_ARRAY(arena, SEARCH_HITS_MAX, struct search_hit);
    CLEANUP(buffer_done) struct buffer nearest = BUFFER_INIT;
    add_course(&known, app);
    add_words(&typed, text);
    for (size_t i = 0; i < typed.count; i++) {
        const char *word = typed.words[i];
        if (search_find(app, word, arena, hits) == 0)
            word = diagnostics_nearest(word, known.words, known.count);
        if (!word)
            return NULL;
        buffer_printf(&nearest, "%s%s", i ? " " : "", word);
    }
    bool has_hits = typed.count > 0 && search_find(app, buffer_text(&nearest), arena, hits) > 0;
    return has_hits ? arena_strdup(arena, buffer_text(&nearest)) : NULL;
}
