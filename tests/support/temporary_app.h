/* The course, and a learner's folder that is removed after the test. */
#ifndef SUPPORT_TEMPORARY_APP_H
#define SUPPORT_TEMPORARY_APP_H

#include <stdio.h>
#include <stdlib.h>

#include "app/app.h"
#include "base/arena.h"
#include "base/file.h"

struct temporary_app {
    struct app *app;
    struct arena *arena;
    const char *folder; /* of the learner */
};

/* These return 0, as set-ups of tests do. */
static inline int temporary_app_make_folder(struct temporary_app *temporary)
{
    temporary->arena = arena_new();
    if (!file_make_temporary_folder(temporary->arena, NULL, &temporary->folder, NULL))
        return -1;
    setenv("WARPSCHOOL_STATE", temporary->folder, 1);
    return 0;
}

/*
 * Makes the folder first, unless the test has done so. Children share no memory with the test, so
 * ThreadSanitizer learns nothing from them. WARPSCHOOL_TEST_WORKER names a program without it that
 * is many times as fast.
 */
static inline int temporary_app_open_with(struct temporary_app *temporary, const struct app_options *options)
{
    struct error error = {0};
    if (!temporary->folder && temporary_app_make_folder(temporary) != 0)
        return -1;
    if (!app_open(options, &temporary->app, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    if (getenv("WARPSCHOOL_TEST_WORKER"))
        temporary->app->program = getenv("WARPSCHOOL_TEST_WORKER");
    return 0;
}

static inline int temporary_app_open(struct temporary_app *temporary)
{
    return temporary_app_open_with(temporary, &(struct app_options){.root = WARPSCHOOL_SOURCE_DIR, .no_store = true});
}

static inline int temporary_app_close(struct temporary_app *temporary)
{
    app_close(temporary->app);
    bool removed = file_remove_tree(temporary->folder, NULL);
    arena_free(temporary->arena);
    *temporary = (struct temporary_app){0};
    return removed ? 0 : -1;
}

#endif
