/* A store in its own folder: setup and teardown of a cmocka test. */
#ifndef SUPPORT_TEMPORARY_STORE_H
#define SUPPORT_TEMPORARY_STORE_H

#include "base/arena.h"
#include "base/file.h"
#include "progress/store.h"

struct temporary_store {
    struct arena *arena;
    const char *folder, *path;
    struct store *store;
};

static inline struct store *temporary_store_open(const struct temporary_store *temporary, int busy_timeout_ms,
                                                 struct error *error)
{
    struct store_settings settings = {.path = temporary->path, .busy_timeout_ms = busy_timeout_ms};
    return store_open(&settings, error);
}

static inline int temporary_store_setup(void **state)
{
    struct arena *arena = arena_new();
    struct temporary_store *temporary = ARENA_NEW(arena, struct temporary_store);
    struct error error = {0};
    temporary->arena = arena;
    if (!file_make_temporary_folder(arena, NULL, &temporary->folder, &error))
        return -1;
    temporary->path = path_join(arena, temporary->folder, "state/warpschool.db");
    temporary->store = temporary_store_open(temporary, 0, &error);
    *state = temporary;
    return temporary->store ? 0 : -1;
}

static inline void temporary_store_close(struct temporary_store *temporary)
{
    store_close(temporary->store);
    temporary->store = NULL;
}

static inline int temporary_store_teardown(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    store_close(temporary->store);
    bool good = file_remove_tree(temporary->folder, &error);
    arena_free(temporary->arena);
    return good ? 0 : -1;
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, temporary_store_setup, temporary_store_teardown)

#endif
