/* A shell on a text canvas over a small course. Keys drive it; whole screens are compared. */
#ifndef SUPPORT_SCREEN_SUPPORT_H
#define SUPPORT_SCREEN_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "tui/shell/shell.h"
#include "tui/terminal/backend_text.h"

struct screen_test {
    struct arena *arena;
    const char *folder; /* $HOME and the learner's state */
    struct app *app;
    struct backend_text *backend;
    struct canvas *canvas;
    struct shell *shell;
};

static inline void screen_test_resize(struct screen_test *test, int width, int height)
{
    backend_text_resize(test->backend, width, height);
    canvas_resize(test->canvas, width, height);
}

/* Starts the shell as the program does. Earlier records remain. */
static inline void screen_test_start(struct screen_test *test, int width, int height, bool ascii, const char *open)
{
    struct error error = {0};
    struct app_options options = {.language = "en"};
    if (!app_open(&options, &test->app, &error)) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    test->backend = backend_text_new();
    test->canvas = canvas_new(&backend_text_functions, test->backend, ascii);
    screen_test_resize(test, width, height);
    test->shell = shell_new(test->app, test->canvas, &error);
    if (!test->shell)
        abort();
    shell_start(test->shell, open);
    shell_draw(test->shell);
}

static inline void screen_test_stop(struct screen_test *test)
{
    place_save(test->shell);
    shell_free(test->shell);
    canvas_free(test->canvas);
    backend_text_free(test->backend);
    app_close(test->app);
    test->shell = NULL;
}

/* Leaves the shell and starts it at the same records. */
static inline void screen_test_restart(struct screen_test *test)
{
    screen_test_stop(test);
    screen_test_start(test, 80, 24, false, NULL);
}

static inline enum screen_id screen_test_top(const struct screen_test *test)
{
    return shell_top(test->shell)->id;
}

static inline int screen_test_setup(void **state)
{
    struct arena *arena = arena_new();
    struct screen_test *test = ARENA_NEW(arena, struct screen_test);
    test->arena = arena;
    /* In memory if possible, since a hundred databases are slow on a disk. */
    const char *parent = file_is_folder("/dev/shm") ? "/dev/shm" : NULL;
    if (!file_make_temporary_folder(arena, parent, &test->folder, NULL))
        return -1;
    setenv("HOME", test->folder, 1);
    setenv("TZ", "UTC", 1);
    setenv("WARPSCHOOL_STATE", path_join(arena, test->folder, "state"), 1);
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR "/tests/screens/fixture", 1);
    *state = test;
    return 0;
}

static inline int screen_test_teardown(void **state)
{
    struct screen_test *test = *state;
    if (test->shell)
        screen_test_stop(test);
    bool good = file_remove_tree(test->folder, NULL);
    arena_free(test->arena);
    return good ? 0 : -1;
}

#define SCREEN_TEST(name) cmocka_unit_test_setup_teardown(name, screen_test_setup, screen_test_teardown)

/* "Down Down Enter": draws one frame after each key, as the program does. */
static inline void screen_test_keys(struct screen_test *test, const char *keys)
{
    while (*keys) {
        size_t length = strcspn(keys, " ");
        int32_t key = key_parse(keys, length);
        if (key == 0)
            abort();
        shell_key(test->shell, key);
        shell_draw(test->shell);
        keys += length;
        keys += strspn(keys, " ");
    }
}

static inline void screen_test_dump(struct screen_test *test, bool styles, struct buffer *out)
{
    backend_text_dump(test->backend, styles, out);
}

static inline bool screen_test_shows(struct screen_test *test, const char *text)
{
    CLEANUP(buffer_done) struct buffer screen = BUFFER_INIT;
    screen_test_dump(test, false, &screen);
    return strstr(buffer_text(&screen), text) != NULL;
}

/*
 * Compares the screen with tests/screens/NAME.txt. WARPSCHOOL_UPDATE_SCREENS=1 writes that file
 * instead. Read it before you commit it.
 */
static inline bool screen_test_matches(struct screen_test *test, const char *name, bool styles)
{
    CLEANUP(buffer_done) struct buffer screen = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer expected = BUFFER_INIT;
    const char *path = arena_printf(test->arena, WARPSCHOOL_SOURCE_DIR "/tests/screens/%s.txt", name);
    screen_test_dump(test, styles, &screen);
    if (getenv("WARPSCHOOL_UPDATE_SCREENS"))
        return file_write_atomic(path, buffer_text(&screen), screen.size_bytes, NULL);
    struct error error = {0};
    if (!file_read(path, 1 << 20, &expected, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return false;
    }
    if (strcmp(buffer_text(&expected), buffer_text(&screen)) == 0)
        return true;
    fprintf(stderr, "%s differs. Expected:\n%s\nGot:\n%s\n", name, buffer_text(&expected), buffer_text(&screen));
    return false;
}

#endif
