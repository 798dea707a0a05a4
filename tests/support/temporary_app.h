/* The course, and a learner's folder that is removed after the test. */
#ifndef SUPPORT_TEMPORARY_APP_H
#define SUPPORT_TEMPORARY_APP_H

#include <stdlib.h>

#include "app/app.h"
#include "base/arena.h"
#include "base/file.h"

struct temporary_app {
    struct app *app;
    struct arena *arena;
    const char *folder; /* of the learner */
};

static inline int temporary_app_open(struct temporary_app *temporary)
{
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .no_store = true};
    struct error error = {0};
    temporary->arena = arena_new();
    if (!file_make_temporary_folder(temporary->arena, NULL, &temporary->folder, NULL))
        return -1;
    setenv("WARPSCHOOL_STATE", temporary->folder, 1);
    return app_open(&options, &temporary->app, &error) ? 0 : -1;
}

static inline int temporary_app_close(struct temporary_app *temporary)
{
    app_close(temporary->app);
    bool removed = file_remove_tree(temporary->folder, NULL);
    arena_free(temporary->arena);
    return removed ? 0 : -1;
}

#endif
