/* The learner's notes and bookmarks. */
#include <stdlib.h>
#include <string.h>

#include "progress/database/database.h"

bool store_set_note(struct store *store, const struct note *note, struct error *error)
{
    struct timestamp now = timestamp_now();
    if (strlen(note->text) > NOTE_BYTES_MAX)
        return error_set(error, ERROR_RANGE, "a note has at most %d bytes", NOTE_BYTES_MAX);
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store,
                      "INSERT INTO note (subject, place, text, line, made_at) VALUES (?1, ?2, ?3, ?4, ?5)"
                      " ON CONFLICT (subject, place) DO UPDATE SET text = ?3, line = ?4, made_at = ?5",
                      error))
        return false;
    query_bind_text(&change.query, note->subject);
    query_bind_integer(&change.query, note->place);
    query_bind_text(&change.query, note->text);
    query_bind_text(&change.query, note->line);
    query_bind_text(&change.query, note->made_at ? note->made_at : now.text);
    return change_commit(&change, error);
}

bool store_remove_note(struct store *store, const char *subject, int place, struct error *error)
{
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store, "DELETE FROM note WHERE subject = ? AND place = ?", error))
        return false;
    query_bind_text(&change.query, subject);
    query_bind_integer(&change.query, place);
    return change_commit(&change, error);
}

static void read_note(const struct query *query, struct arena *arena, void *out_row)
{
    struct note *note = out_row;
    *note = (struct note){.subject = query_text(query, 0, arena),
                          .place = (int)query_integer(query, 1),
                          .text = query_text(query, 2, arena),
                          .line = query_text(query, 3, arena),
                          .made_at = query_text(query, 4, arena)};
}

bool store_list_notes(struct store *store, struct arena *arena, struct note **out_notes, size_t *out_count,
                      struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "SELECT subject, place, text, line, made_at FROM note ORDER BY made_at DESC, subject, place",
                     error))
        return false;
    struct note *notes = query_read_rows(&query, arena, sizeof *notes, read_note, out_count, error);
    if (!notes)
        return false;
    *out_notes = notes;
    return true;
}

int note_line(const struct note *note, const char *text, size_t size_bytes)
{
    size_t wanted = note->line ? strlen(note->line) : 0;
    const char *end = text + size_bytes;
    int best = 0;
    for (int line = 1; wanted > 0 && text < end; line++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        bool is_same = (size_t)(stop - text) == wanted && memcmp(text, note->line, wanted) == 0;
        if (is_same && (best == 0 || abs(line - note->place) < abs(best - note->place)))
            best = line;
        text = stop + 1;
    }
    return best ? best : note->place;
}
