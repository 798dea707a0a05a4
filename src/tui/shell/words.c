/* Reads words from the canvas. */
#include "tui/shell/words.h"

#include <ctype.h>
#include <stdio.h>

#include "tui/shell/shell.h"

const char *words_on_screen(const struct shell *shell, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct rect bounds = canvas_bounds(shell->canvas);
    for (int y = 1; y < bounds.height - 1; y++) {
        for (int x = 0; x < bounds.width; x++)
            buffer_append_text(&text, canvas_cell(shell->canvas, x, y)->text);
        buffer_append_char(&text, '\n');
    }
    return arena_strndup(arena, buffer_text(&text), text.size_bytes);
}

static bool is_part(char character)
{
    return isalnum((unsigned char)character) || character == '_' || (unsigned char)character >= 0x80;
}

/* The end of the word at `from`, after one space if `from` is at one. */
static size_t word_end(const char *text, size_t from)
{
    size_t at = from + (text[from] == ' ');
    while (is_part(text[at]))
        at++;
    return at;
}

static size_t word_start(const char *text, size_t to)
{
    size_t at = to > 0 && text[to - 1] == ' ' ? to - 1 : to;
    while (at > 0 && is_part(text[at - 1]))
        at--;
    return at;
}

const struct glossary_term *words_term_at(const struct shell *shell, int x, int y)
{
    CLEANUP(buffer_done) struct buffer row = BUFFER_INIT;
    struct rect bounds = canvas_bounds(shell->canvas);
    const struct glossary *glossary = app_glossary(shell->app);
    size_t at = 0;
    for (int column = 0; column < bounds.width; column++) {
        if (column == x)
            at = row.size_bytes;
        buffer_append_text(&row, canvas_cell(shell->canvas, column, y)->text);
    }
    const char *text = buffer_text(&row);
    if (!is_part(text[at]))
        return NULL;
    size_t end = word_end(text, at), start = word_start(text, at);
    const size_t spans[][2] = {{start, word_end(text, end)}, {word_start(text, start), end}, {start, end}};
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        char words[128];
        snprintf(words, sizeof words, "%.*s", (int)(spans[i][1] - spans[i][0]), text + spans[i][0]);
        const struct glossary_term *term = glossary_find(glossary, words);
        if (term)
            return term;
    }
    return NULL;
}
