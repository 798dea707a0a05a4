/* Writes the files of a new lesson. */
#include "app/author_new.h"

#include <ctype.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "curriculum/format.h"

struct skeleton {
    const char *path, *text; /* with @NAME@ @DASHED@ @WEEK@ @FOLDER@ as placeholders */
};

static const struct skeleton skeletons[] = {
#define SKELETON(path, text) {path, text},
#include "app/author/author_new.def"
};

enum { SKELETON_COUNT = sizeof skeletons / sizeof skeletons[0], NAME_MAX_BYTES = 32 };

/*
 * name = letter { letter | digit | "_" }, in lower case
 */
static bool is_name(const char *name)
{
    size_t length = strlen(name);
    return islower((unsigned char)name[0]) && length <= NAME_MAX_BYTES &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

struct substitution {
    const char *mark, *value;
};

static const char *fill(struct arena *arena, const char *text, const struct substitution *substitutions)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    while (*text) {
        const struct substitution *found = NULL;
        for (const struct substitution *row = substitutions; row->mark && !found; row++)
            found = strncmp(text, row->mark, strlen(row->mark)) == 0 ? row : NULL;
        if (found)
            buffer_append_text(&out, found->value);
        else
            buffer_append_char(&out, *text);
        text += found ? strlen(found->mark) : 1;
    }
    return arena_strdup(arena, buffer_text(&out));
}

static const char *dashed(struct arena *arena, const char *name)
{
    char *copy = arena_strdup(arena, name);
    for (char *at = copy; *at; at++)
        *at = *at == '_' ? '-' : *at;
    return copy;
}

static bool write_file(struct arena *arena, const char *path, const char *text, struct error *error)
{
    return file_make_folders(path_folder(arena, path), error) && file_write_atomic(path, text, strlen(text), error);
}

const char *author_new_lesson_id(const char *name, int week, struct arena *arena)
{
    return arena_printf(arena, "w%02d-%s", week, dashed(arena, name));
}

bool author_new(const char *root, const char *name, int week, struct arena *arena, const char *const **out_paths,
                struct error *error)
{
    if (!is_name(name))
        return error_set(error, ERROR_RANGE,
                         "'%s' is no name: small letters, digits and '_', a letter first, at most %d", name,
                         NAME_MAX_BYTES);
    const struct substitution substitutions[] = {
        {"@NAME@", name},
        {"@DASHED@", author_new_lesson_id(name, week, arena)},
        {"@WEEK@", arena_printf(arena, "%d", week)},
        {"@FOLDER@", arena_printf(arena, "week%02d", week)},
        {NULL, NULL},
    };
    const char **paths = ARENA_ARRAY(arena, SKELETON_COUNT + 1, const char *);
    for (size_t i = 0; i < SKELETON_COUNT; i++) {
        paths[i] = path_join(arena, root, fill(arena, skeletons[i].path, substitutions));
        if (file_exists(paths[i]))
            return error_set(error, ERROR_RANGE, "%s exists already", paths[i]);
    }
    for (size_t i = 0; i < SKELETON_COUNT; i++)
        if (!write_file(arena, paths[i], fill(arena, skeletons[i].text, substitutions), error))
            return false;
    *out_paths = paths;
    return true;
}

void author_schema(struct buffer *out)
{
    curriculum_format_schema(out);
}
