/* The learner's copies of the exercises. */
#include "app/workspace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/workspace/editor_files.h"
#include "base/file.h"
#include "base/text.h"
#include "base/unified_diff.h"

enum { SOURCE_LIMIT_BYTES = 1 << 20 };

const char *workspace_path(const struct app *app, const struct exercise *exercise, struct arena *arena)
{
    const struct lesson *lesson = exercise->lesson;
    const char *work = app->folders.work;
    if (lesson && lesson->pack) /* its files can have names of the course's */
        work = path_join(arena, path_join(arena, work, "packs"), lesson->pack);
    return path_join(arena, work, exercise->starter);
}

static const char *shipped_path(const struct app *app, const struct exercise *exercise, const char *folder,
                                const char *name, struct arena *arena)
{
    return path_join(arena, path_join(arena, curriculum_folder(app->curriculum, exercise), folder), name);
}

const char *workspace_starter_path(const struct app *app, const struct exercise *exercise, struct arena *arena)
{
    return shipped_path(app, exercise, "exercises", exercise->starter, arena);
}

const char *workspace_half_starter_path(const struct app *app, const struct exercise *exercise, struct arena *arena)
{
    return exercise->starter_half ? shipped_path(app, exercise, "exercises", exercise->starter_half, arena) : NULL;
}

const char *workspace_solution_path(const struct app *app, const struct exercise *exercise, struct arena *arena)
{
    return shipped_path(app, exercise, "solutions", exercise->solution ? exercise->solution : exercise->starter, arena);
}

const char *workspace_best_path(const struct app *app, const struct exercise *exercise, struct arena *arena)
{
    return exercise->best.kernel ? shipped_path(app, exercise, "solutions", exercise->best.kernel, arena) : NULL;
}

static bool write_copy(const struct app *app, const char *path, const char *text, size_t size_bytes,
                       struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (file_make_folders(path_folder(arena, path), error) && file_write_atomic(path, text, size_bytes, error))
        return true;
    bool is_writable = access(app->folders.work, W_OK) == 0; /* else a full disk, which says so */
    return !is_writable &&
           error_add_hint(error, "this folder is not writable: set WARPSCHOOL_STATE to a folder that is");
}

bool workspace_is_open(const struct exercise *exercise, struct error *error)
{
    return !exercise->locked ||
           error_set(error, ERROR_UNSUPPORTED, "%s is not open yet: %s", exercise->id, exercise->locked);
}

bool workspace_start(const struct app *app, const struct exercise *exercise, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer starter = BUFFER_INIT;
    const char *path = workspace_path(app, exercise, arena);
    if (!workspace_is_open(exercise, error))
        return false;
    editor_files_write(app, NULL); /* optional: everything else works without them */
    if (file_exists(path))
        return true;
    return file_read(workspace_starter_path(app, exercise, arena), SOURCE_LIMIT_BYTES, &starter, error) &&
           write_copy(app, path, buffer_text(&starter), starter.size_bytes, error);
}

/* --- kept texts: the newest has the highest number -------------------------------------------- */

static const char *kept_path(const char *path, int number, struct arena *arena)
{
    const char *first = arena_printf(arena, "%s.before-reset", path);
    return number == 1 ? first : arena_printf(arena, "%s.%d", first, number);
}

static int count_kept(const char *path, struct arena *arena)
{
    int count = 0;
    while (file_exists(kept_path(path, count + 1, arena)))
        count++;
    return count;
}

static bool is_text(const struct buffer *buffer, const char *text, size_t size_bytes)
{
    return buffer->size_bytes == size_bytes && memcmp(buffer_text(buffer), text, size_bytes) == 0;
}

static bool is_kept(const char *path, const struct buffer *text, int count, struct arena *arena)
{
    for (int i = 1; i <= count; i++) {
        CLEANUP(buffer_done) struct buffer kept = BUFFER_INIT;
        if (file_read(kept_path(path, i, arena), SOURCE_LIMIT_BYTES, &kept, NULL) &&
            is_text(&kept, buffer_text(text), text->size_bytes))
            return true;
    }
    return false;
}

/* The text after the newest becomes the oldest, in place of the newest. */
static bool rotate_kept(const char *path, int newest, struct arena *arena, struct error *error)
{
    for (int i = newest; i >= 1; i--) {
        const char *from = kept_path(path, i > 1 ? i - 1 : newest + 1, arena);
        if (rename(from, kept_path(path, i, arena)) != 0)
            return error_set_errno(error, "cannot rename '%s'", from);
    }
    return true;
}

bool workspace_put_text(const struct app *app, const struct exercise *exercise, const char *text, size_t size_bytes,
                        struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer current = BUFFER_INIT;
    const char *path = workspace_path(app, exercise, arena);
    if (!workspace_is_open(exercise, error))
        return false;
    if (!file_exists(path))
        return write_copy(app, path, text, size_bytes, error);
    if (!file_read(path, SOURCE_LIMIT_BYTES, &current, error))
        return error_add_context(error, "nothing was reset, because the backup failed");
    if (is_text(&current, text, size_bytes))
        return true;
    const char *added = kept_path(path, count_kept(path, arena) + 1, arena);
    if (!file_write_atomic(added, buffer_text(&current), current.size_bytes, error))
        return error_add_context(error, "nothing was reset, because the backup failed");
    return write_copy(app, path, text, size_bytes, error);
}

static bool put_shipped(const struct app *app, const struct exercise *exercise, const char *path, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    return file_read(path, SOURCE_LIMIT_BYTES, &text, error) &&
           workspace_put_text(app, exercise, buffer_text(&text), text.size_bytes, error);
}

bool workspace_is_starter(const struct app *app, const struct exercise *exercise)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer starter = BUFFER_INIT, current = BUFFER_INIT;
    return file_read(workspace_starter_path(app, exercise, arena), SOURCE_LIMIT_BYTES, &starter, NULL) &&
           file_read(workspace_path(app, exercise, arena), SOURCE_LIMIT_BYTES, &current, NULL) &&
           is_text(&current, buffer_text(&starter), starter.size_bytes);
}

bool workspace_reset(const struct app *app, const struct exercise *exercise, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return put_shipped(app, exercise, workspace_starter_path(app, exercise, arena), error);
}

bool workspace_put_half_starter(const struct app *app, const struct exercise *exercise, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *path = workspace_half_starter_path(app, exercise, arena);
    if (!path)
        return error_set(error, ERROR_NOT_FOUND, "%s has no half-written starter", exercise->id);
    return put_shipped(app, exercise, path, error);
}

bool workspace_undo_reset(const struct app *app, const struct exercise *exercise, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer current = BUFFER_INIT, kept = BUFFER_INIT;
    const char *path = workspace_path(app, exercise, arena);
    int newest = count_kept(path, arena);
    if (newest == 0)
        return error_set(error, ERROR_NOT_FOUND, "%s was not reset: there is nothing to undo", exercise->id);
    const char *restored = kept_path(path, newest, arena), *added = kept_path(path, newest + 1, arena);
    if ((file_exists(path) && !file_read(path, SOURCE_LIMIT_BYTES, &current, error)) ||
        !file_read(restored, SOURCE_LIMIT_BYTES, &kept, error))
        return false;
    bool adds = current.size_bytes > 0 && !is_kept(path, &current, newest, arena);
    if (adds && !file_write_atomic(added, buffer_text(&current), current.size_bytes, error))
        return false;
    if (!write_copy(app, path, buffer_text(&kept), kept.size_bytes, error))
        return false;
    if (adds)
        return rotate_kept(path, newest, arena, error);
    return unlink(restored) == 0 || error_set_errno(error, "cannot remove '%s'", restored);
}

/* One byte of the file for each exercise. Two with the same byte only share a claim. */
static off_t place_of_claim(const char *id)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return (off_t)(hash % 1000003u);
}

bool workspace_claim(const struct app *app, const struct exercise *exercise, int *out_descriptor)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *path = path_join(arena, app->folders.state, "open-exercises.lock");
    struct flock byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = place_of_claim(exercise->id), .l_len = 1};
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    *out_descriptor = descriptor;
    if (descriptor < 0 || fcntl(descriptor, F_OFD_SETLK, &byte) == 0)
        return true;
    bool is_taken = errno == EAGAIN || errno == EACCES;
    close(descriptor);
    *out_descriptor = -1;
    return !is_taken;
}

bool workspace_read(const char *path, const char *name, struct arena *arena, struct source *out_source,
                    struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!file_read(path, SOURCE_LIMIT_BYTES, &text, error))
        return false;
    *out_source = (struct source){
        .name = arena_strdup(arena, name),
        .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
        .size_bytes = text.size_bytes,
    };
    return true;
}

bool workspace_read_kernel(const struct app *app, const struct exercise *exercise, const char *path, const char *name,
                           struct arena *arena, struct source *out_source, struct error *error)
{
    struct source read;
    if (!workspace_read(path, name, arena, &read, error))
        return false;
    if (unified_diff_is_named(path))
        return unified_diff_read(curriculum_folder(app->curriculum, exercise), &read, arena, out_source, error);
    *out_source = read;
    return true;
}

size_t workspace_line_count(const struct app *app, const struct exercise *exercise)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!file_read(workspace_path(app, exercise, arena), SOURCE_LIMIT_BYTES, &text, NULL) &&
        !file_read(workspace_starter_path(app, exercise, arena), SOURCE_LIMIT_BYTES, &text, NULL))
        return 0;
    return text_line_count(buffer_text(&text), text.size_bytes);
}
