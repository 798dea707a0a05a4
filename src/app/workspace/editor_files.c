/* Writes the files for editors. */
#include "app/workspace/editor_files.h"

#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "compiler/toolkit.h"

#define HEADERS_FOLDER ".clangd-cuda"
#define STAMP "# By warpschool. Once this file is changed, it is left alone: "

enum { FILE_LIMIT_BYTES = 1 << 18 };

static const struct {
    const char *name, *text;
} headers[] = {
#define EDITOR_FILE(name, text) {name, text},
#include "app/workspace/editor_files.def"
#include "app/workspace/editor_library.def"
#undef EDITOR_FILE
};

/*
 * One pass over the kernel, for the device, without the headers of the toolkit's runtime and of the
 * host. An old clang knows sm_80. The calls that a kernel can make do not depend on it.
 */
static const char *const flags[] = {
    "-xcuda",      "--cuda-device-only", "--cuda-gpu-arch=sm_80",     "-nocudainc", "-nocudalib", "-nostdlibinc",
    "-nostdinc++", "-std=c++17",         "-Wno-unknown-cuda-version",
};

/* YAML: in single quotes only the quote itself is doubled. */
static void add_flag(struct buffer *out, const char *flag)
{
    buffer_append_text(out, "    - '");
    for (; *flag; flag++) {
        if (*flag == '\'')
            buffer_append_char(out, '\'');
        buffer_append_char(out, *flag);
    }
    buffer_append_text(out, "'\n");
}

static void add_folder(struct buffer *out, const char *path)
{
    add_flag(out, "-isystem");
    add_flag(out, path);
}

static void make_configuration(const struct app *app, const char *folder, struct arena *arena, struct buffer *out)
{
    struct toolkit_search search = toolkit_search_from_environment(arena, app->options.toolkit, NULL);
    struct toolkit toolkit;
    buffer_append_text(out, "CompileFlags:\n  Add:\n");
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        add_flag(out, flags[i]);
    add_folder(out, folder);
    add_flag(out, "-include");
    add_flag(out, path_join(arena, folder, headers[0].name));
    if (!toolkit_find(&search, &toolkit, NULL) || !toolkit.include[0])
        return;
    add_folder(out, toolkit.include);
    if (toolkit.cccl[0])
        add_folder(out, toolkit.cccl);
}

/* STAMP sha256 "\n" text */
static bool is_ours(const char *file)
{
    char digest[HASH_HEX_BYTES];
    size_t stamp = strlen(STAMP), line = strcspn(file, "\n");
    if (strncmp(file, STAMP, stamp) != 0 || line != stamp + HASH_HEX_BYTES - 1 || file[line] == '\0')
        return false;
    const char *text = file + line + 1;
    hash_bytes(text, strlen(text), digest);
    return memcmp(file + stamp, digest, HASH_HEX_BYTES - 1) == 0;
}

/* Does not write a file that already has this content, since a write waits for the disk. */
static bool write_if_new(const char *path, const char *text, bool (*may_replace)(const char *file), struct error *error)
{
    CLEANUP(buffer_done) struct buffer there = BUFFER_INIT;
    struct error failure = {0};
    if (file_read(path, FILE_LIMIT_BYTES, &there, &failure)) {
        bool is_same = strcmp(buffer_text(&there), text) == 0;
        if (is_same || (may_replace && !may_replace(buffer_text(&there))))
            return true;
    } else if (failure.code != ERROR_NOT_FOUND) {
        return true; /* such a file is not the program's */
    }
    return file_write_atomic(path, text, strlen(text), error);
}

bool editor_files_write(const struct app *app, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    char digest[HASH_HEX_BYTES];
    const char *folder = path_join(arena, app->folders.work, HEADERS_FOLDER);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        const char *path = path_join(arena, folder, headers[i].name);
        if (!file_make_folders(path_folder(arena, path), error) || !write_if_new(path, headers[i].text, NULL, error))
            return false;
    }
    make_configuration(app, folder, arena, &text);
    hash_bytes(buffer_text(&text), text.size_bytes, digest);
    const char *file = arena_printf(arena, STAMP "%s\n%s", digest, buffer_text(&text));
    return write_if_new(path_join(arena, app->folders.work, ".clangd"), file, is_ours, error);
}
