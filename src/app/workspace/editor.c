/* Finds and runs the learner's editor. */
#include "app/editor.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/subprocess.h"

enum { ARGUMENTS_MAX = 32 };

/* Editors that open at a line with +LINE before the file. */
static const char *const line_editors[] = {"vi",          "vim",  "nvim",     "nano",      "emacs",
                                           "emacsclient", "joe",  "kak",      "micro",     "mg",
                                           "ne",          "pico", "vim.tiny", "vim.basic", "sensible-editor"};

/*
 * word = { character | "'" { any } "'" | '"' { any } '"' }; blanks separate words
 */
static size_t split_words(struct arena *arena, const char *text, const char **words, size_t capacity)
{
    size_t count = 0;
    while (count < capacity) {
        text += strspn(text, " \t\n");
        if (!*text)
            break;
        char *word = arena_alloc(arena, strlen(text) + 1);
        size_t length = 0;
        char quote = '\0';
        for (; *text && (quote || !strchr(" \t\n", *text)); text++) {
            if (quote && *text == quote)
                quote = '\0';
            else if (!quote && (*text == '\'' || *text == '"'))
                quote = *text;
            else
                word[length++] = *text;
        }
        words[count++] = word;
    }
    return count;
}

static bool takes_line(const char *program)
{
    const char *leaf = path_leaf(program);
    for (size_t i = 0; i < sizeof line_editors / sizeof line_editors[0]; i++)
        if (strcmp(leaf, line_editors[i]) == 0)
            return true;
    return false;
}

/* The first that names an existing program. `out_missing`: the first before it that names none. */
static size_t find_editor(struct arena *arena, const char **words, size_t capacity, const char **out_missing)
{
    const char *candidates[] = {getenv("VISUAL"), getenv("EDITOR"), "sensible-editor", "nano", "vi"};
    *out_missing = NULL;
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        if (!candidates[i] || !*candidates[i])
            continue;
        size_t count = split_words(arena, candidates[i], words, capacity);
        CLEANUP(buffer_done) struct buffer path = BUFFER_INIT;
        if (count > 0 && subprocess_find_program(words[0], &path, NULL)) {
            words[0] = arena_strdup(arena, buffer_text(&path));
            return count;
        }
        bool is_own = i < 2; /* the others are guesses */
        if (count > 0 && is_own && !*out_missing)
            *out_missing = words[0];
    }
    return 0;
}

const char *editor_passed_over(struct arena *arena)
{
    const char *words[ARGUMENTS_MAX], *missing;
    size_t count = find_editor(arena, words, ARGUMENTS_MAX, &missing);
    return count > 0 ? missing : NULL;
}

bool editor_command(struct arena *arena, const char *path, int line, const char *const **out_argv, struct error *error)
{
    const char **argv = ARENA_ARRAY(arena, ARGUMENTS_MAX + 3, const char *), *missing;
    size_t count = find_editor(arena, argv, ARGUMENTS_MAX, &missing);
    if (count == 0) {
        error_set(error, ERROR_NOT_FOUND, "no editor was found");
        return error_add_hint(error, "set $EDITOR, or edit %s in any editor: each save is judged", path);
    }
    if (line > 0 && takes_line(argv[0]))
        argv[count++] = arena_printf(arena, "+%d", line);
    argv[count++] = path;
    argv[count] = NULL;
    *out_argv = argv;
    return true;
}

bool editor_run(const char *path, int line, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *const *argv;
    if (!editor_command(arena, path, line, &argv, error))
        return false;
    struct subprocess_options options = {
        .argv = argv,
        .stdin_stream = SUBPROCESS_INHERIT,
        .stdout_stream = SUBPROCESS_INHERIT,
        .stderr_stream = SUBPROCESS_INHERIT,
        .foreground = true,
    };
    CLEANUP(subprocess_done) struct subprocess process = SUBPROCESS_INIT;
    struct subprocess_status status;
    if (!subprocess_start(&options, &process, error) || !subprocess_wait(&process, CLOCK_NO_DEADLINE, &status, error))
        return false;
    if (!status.signalled && status.code == 0)
        return true;
    if (status.signalled)
        return error_set(error, ERROR_CRASH, "the editor %s was ended by signal %d", argv[0], status.code);
    return error_set(error, ERROR_CRASH, "the editor %s ended with exit status %d", argv[0], status.code);
}
