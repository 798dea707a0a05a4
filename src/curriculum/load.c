/* Loads the lesson files of the course and of a pack. */
#include "curriculum/load.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "curriculum/check/loading.h"
#include "curriculum/translate/catalogue.h"
#include "curriculum/translate/translation.h"

enum { FOLDER_DEPTH_MAX = 3, FOLDER_NAMES_MAX = 2000 };

/* NAME.yaml is a lesson, but for the glossary. Other names, as NAME.LANGUAGE.yaml, are ignored. */
static bool is_lesson_name(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot && dot != name && strcmp(dot, ".yaml") == 0 && strcmp(name, "glossary.yaml") != 0;
}

/* A folder to read lessons from: the course's own, or a pack's. */
struct lesson_root {
    const char *folder;
    const char *pack; /* its name; NULL */
};

static bool read_and_check(struct lesson_file *file)
{
    lesson_file_read(file);
    if (file->lesson)
        check_lesson_alone(file);
    return file->error_count == 0;
}

static struct lesson_file *add_file(struct loading *loading, const struct lesson_root *root, const char *name,
                                    const struct buffer *text)
{
    struct source *source = ARENA_NEW(loading->arena, struct source);
    source->name = root->pack ? path_join(loading->arena, root->pack, name) : name;
    source->text = arena_strndup(loading->arena, buffer_text(text), text->size_bytes);
    source->size_bytes = text->size_bytes;
    struct lesson_file *file = &loading->files[loading->file_count++];
    *file = (struct lesson_file){.arena = loading->arena,
                                 .source = source,
                                 .diagnostics = loading->diagnostics,
                                 .folder = root->folder,
                                 .stem = arena_strndup(loading->arena, name, strlen(name) - strlen(".yaml"))};
    return file;
}

/* False only if reading must stop. The mistakes of one file are in the diagnostics. */
static bool read_lesson_file(struct loading *loading, const struct lesson_root *root, const char *name,
                             struct error *error)
{
    if (loading->file_count == LESSON_FILES_MAX)
        return error_set(error, ERROR_MEMORY, "there are more than %d lesson files", LESSON_FILES_MAX);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error read_error = {0};
    const char *path = path_join(loading->arena, root->folder, name);
    bool good = file_read(path, YAML_SIZE_MAX_BYTES, &text, &read_error);
    loading->total_bytes += text.size_bytes;
    if (loading->total_bytes > LESSONS_TOTAL_MAX_BYTES)
        return error_set(error, ERROR_MEMORY, "the lessons have more than %d MiB in all",
                         LESSONS_TOTAL_MAX_BYTES >> 20);
    struct lesson_file *file = add_file(loading, root, name, &text);
    if (good)
        read_and_check(file);
    else
        lesson_error(file, (struct location){0}, "%s", read_error.message);
    if (file->lesson) {
        file->lesson->folder = root->folder;
        file->lesson->pack = root->pack;
        file->lesson->english_title = file->lesson->title;
    }
    return true;
}

static bool read_folder(struct loading *loading, const struct lesson_root *root, const char *name, int depth,
                        struct error *error)
{
    const char *const *entries;
    size_t count;
    const char *path = path_join(loading->arena, root->folder, name);
    if (!file_list_folder(loading->arena, path, FOLDER_NAMES_MAX, &entries, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *entry = path_join(loading->arena, name, entries[i]);
        const char *entry_path = path_join(loading->arena, root->folder, entry);
        bool is_folder = file_is_folder(entry_path);
        if (is_folder && depth < FOLDER_DEPTH_MAX && !read_folder(loading, root, entry, depth + 1, error))
            return false;
        if (!is_folder && is_lesson_name(entries[i]) && !read_lesson_file(loading, root, entry, error))
            return false;
    }
    return true;
}

static int compare_lessons(const void *left, const void *right)
{
    const struct lesson *a = *(struct lesson *const *)left, *b = *(struct lesson *const *)right;
    const int keys[][2] = {{a->week, b->week}, {a->first_day, b->first_day}, {a->order, b->order}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return strcmp(a->source->name, b->source->name);
}

static void number_lessons(struct curriculum *curriculum)
{
    int order = 0;
    for (size_t i = 0; i < curriculum->lesson_count; i++) {
        struct lesson *lesson = curriculum->lessons[i];
        bool is_first = i == 0 || curriculum->lessons[i - 1]->week != lesson->week;
        order = is_first ? 1 : order + 1;
        lesson->order = order;
    }
}

static void gather_exercises(struct curriculum *curriculum, const struct loading *loading)
{
    size_t count = 0;
    for (size_t i = 0; i < loading->file_count; i++)
        count += loading->files[i].exercise_count;
    curriculum->exercises = ARENA_ARRAY(curriculum->arena, count, struct exercise *);
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        for (size_t k = 0; k < loading->file_count; k++) {
            const struct lesson_file *file = &loading->files[k];
            if (file->lesson != curriculum->lessons[i])
                continue;
            for (size_t e = 0; e < file->exercise_count; e++)
                curriculum->exercises[curriculum->exercise_count++] = file->exercises[e];
        }
}

/* Gathers the lessons without mistakes, in order. */
static void gather(struct curriculum *curriculum, const struct loading *loading)
{
    curriculum->lessons = ARENA_ARRAY(curriculum->arena, loading->file_count, struct lesson *);
    for (size_t i = 0; i < loading->file_count; i++)
        if (loading->files[i].lesson && loading->files[i].error_count == 0)
            curriculum->lessons[curriculum->lesson_count++] = loading->files[i].lesson;
    if (curriculum->lesson_count)
        qsort(curriculum->lessons, curriculum->lesson_count, sizeof *curriculum->lessons, compare_lessons);
    number_lessons(curriculum);
    gather_exercises(curriculum, loading);
}

/* language = letter letter [letter] ["-" letters or digits]; it becomes part of a file name */
static bool is_language(const char *language)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t length = strlen(language);
    return length >= 2 && length <= 16 && language[strspn(language, letters)] == '\0';
}

/* The last part of the folder's name. Results and messages call a pack by it. */
static const char *pack_name(struct arena *arena, const char *folder)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    return path_leaf(arena_strndup(arena, folder, length));
}

/* A problem of a pack as a whole is an error, since the user named the pack. */
static bool read_pack(struct loading *loading, const char *folder, struct error *error)
{
    struct lesson_root root = {folder, pack_name(loading->arena, folder)};
    size_t before = loading->file_count;
    if (!file_is_folder(path_join(loading->arena, folder, "lessons")))
        return error_set(error, ERROR_NOT_FOUND, "the pack has no folder %s/lessons", folder);
    if (!read_folder(loading, &root, "lessons", 1, error))
        return false;
    if (loading->file_count == before)
        return error_set(error, ERROR_NOT_FOUND, "there are no lessons in the pack %s", folder);
    return true;
}

static void translate_file(const struct loading *loading, struct lesson_file *file)
{
    catalogue_translate(file);
    translate_lesson(loading, file);
}

static bool load_into(struct curriculum *curriculum, const struct curriculum_request *request,
                      struct diagnostics *diagnostics, struct error *error)
{
    struct loading loading = {.request = request, .arena = curriculum->arena, .diagnostics = diagnostics};
    loading.files = ARENA_ARRAY(curriculum->arena, LESSON_FILES_MAX, struct lesson_file);
    if (!file_is_folder(path_join(curriculum->arena, request->root, "lessons")))
        return error_set(error, ERROR_NOT_FOUND, "there is no folder %s/lessons", request->root);
    struct error stopped = {0};
    struct lesson_root root = {request->root, NULL};
    bool complete = read_folder(&loading, &root, "lessons", 1, &stopped);
    if (!complete && !loading.file_count)
        return error_set(error, stopped.code, "%s", stopped.message);
    if (!complete)
        diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, NULL, (struct location){0}, "%s", stopped.message);
    if (!loading.file_count)
        return error_set(error, ERROR_NOT_FOUND, "there are no lessons in %s/lessons", request->root);
    if (request->pack && !read_pack(&loading, request->pack, error))
        return false;
    check_together(&loading);
    bool is_english = strcmp(curriculum->language, "en") == 0;
    for (size_t i = 0; i < loading.file_count && !is_english; i++)
        if (loading.files[i].lesson && loading.files[i].error_count == 0)
            translate_file(&loading, &loading.files[i]);
    gather(curriculum, &loading);
    return true;
}

struct curriculum *curriculum_load(const struct curriculum_request *request, struct diagnostics *diagnostics,
                                   struct error *error)
{
    struct arena *arena = arena_new();
    struct curriculum *curriculum = ARENA_NEW(arena, struct curriculum);
    bool has_language = request->language && is_language(request->language);
    curriculum->arena = arena;
    curriculum->root = arena_strdup(arena, request->root);
    curriculum->language = arena_strdup(arena, has_language ? request->language : "en");
    struct curriculum_request own = *request;
    own.root = curriculum->root;
    own.language = curriculum->language;
    own.pack = request->pack ? arena_strdup(arena, request->pack) : NULL;
    if (load_into(curriculum, &own, diagnostics, error))
        return curriculum;
    curriculum_free(curriculum);
    return NULL;
}

void curriculum_free(struct curriculum *curriculum)
{
    if (curriculum)
        arena_free(curriculum->arena);
}

struct lesson *curriculum_load_text(struct arena *arena, const struct source *source, struct diagnostics *diagnostics)
{
    struct lesson_file file = {.arena = arena, .source = source, .diagnostics = diagnostics};
    return read_and_check(&file) ? file.lesson : NULL;
}
