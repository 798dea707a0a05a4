/* Asks for notes and shows them. */
#include "tui/shell/notes.h"

#include <string.h>

#include "base/i18n.h"
#include "tui/shell/shell.h"

const struct note *notes_on_step(const struct shell *shell, const struct lesson *lesson, int step)
{
    for (size_t i = 0; i < shell->note_count; i++)
        if (strcmp(shell->notes[i].subject, lesson->id) == 0 && shell->notes[i].place == step)
            return &shell->notes[i];
    return NULL;
}

const struct note *notes_on_line(const struct shell *shell, const struct exercise *exercise,
                                 const struct source *source, int line)
{
    for (size_t i = 0; i < shell->note_count; i++) {
        const struct note *note = &shell->notes[i];
        if (strcmp(note->subject, exercise->id) != 0)
            continue;
        int at = note->place > 0 && source->text ? note_line(note, source->text, source->size_bytes) : note->place;
        if (at == line)
            return note;
    }
    return NULL;
}

static void take_note(struct shell *shell, const char *text, bool done)
{
    const struct noting *noting = &shell->noting;
    struct error error = {0};
    if (!done)
        return;
    struct note note = {
        .subject = noting->subject, .place = noting->place, .text = text, .line = *noting->line ? noting->line : NULL};
    bool removes = noting->is_there && !*text;
    bool good = removes ? store_remove_note(shell->app->store, note.subject, note.place, &error)
                        : store_set_note(shell->app->store, &note, &error);
    if (!good) {
        shell_say_error(shell, &error);
        return;
    }
    shell_refresh(shell);
    shell_say(shell, STYLE_NORMAL, "%s",
              removes ? _("The note is gone")
              : *text ? _("Noted. / shows all notes")
                      : _("A bookmark is here. / shows all"));
}

/* `note`: the one that is there; NULL. */
static void ask(struct shell *shell, const struct note *note)
{
    shell->noting.is_there = note != NULL;
    if (note)
        shell->noting.place = note->place;
    prompt_text(shell, note ? _("New note, Enter alone removes it: ") : _("Note, Enter alone sets a bookmark: "), false,
                take_note);
}

void notes_ask_step(struct shell *shell, const struct lesson *lesson, int step)
{
    shell->noting = (struct noting){.subject = lesson->id, .place = step};
    ask(shell, notes_on_step(shell, lesson, step));
}

/* The text of a line, if it fits. */
static void copy_line(const struct source *source, int line, char out_line[NOTING_LINE_BYTES])
{
    const char *text = source->text, *end = text + source->size_bytes, *newline;
    for (int i = 1; i < line && (newline = memchr(text, '\n', (size_t)(end - text))); i++)
        text = newline + 1;
    newline = memchr(text, '\n', (size_t)(end - text));
    size_t size_bytes = (size_t)((newline ? newline : end) - text);
    if (size_bytes < NOTING_LINE_BYTES) {
        memcpy(out_line, text, size_bytes);
        out_line[size_bytes] = '\0';
    }
}

void notes_ask_line(struct shell *shell, const struct exercise *exercise, const struct source *source, int line)
{
    shell->noting = (struct noting){.subject = exercise->id, .place = line};
    if (line > 0 && source->text)
        copy_line(source, line, shell->noting.line);
    ask(shell, notes_on_line(shell, exercise, source, line));
}

void notes_add(const struct note *note, struct page *page)
{
    if (!note)
        return;
    page_mark(page, STYLE_ACCENT, MARK_NOTE);
    page_printf(page, STYLE_ACCENT, " %s", *note->text ? note->text : _("bookmark"));
    page_end(page);
}
