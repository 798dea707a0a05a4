/* Finds and makes the folders of a learner's state. */
#include "base/executable.h"

#include <pwd.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* $HOME, or the folder in the user database. NULL if neither is an absolute path. */
static const char *home_folder(struct arena *arena)
{
    const char *home = getenv("HOME");
    if (home && *home == '/')
        return arena_strdup(arena, home);
    struct passwd record;
    struct passwd *found = NULL;
    char memory[4096];
    if (getpwuid_r(getuid(), &record, memory, sizeof memory, &found) || !found || *found->pw_dir != '/')
        return NULL;
    return arena_strdup(arena, found->pw_dir);
}

/* XDG Base Directory Specification 0.8: a relative path in the variable is invalid and ignored. */
static const char *xdg_folder(struct arena *arena, const char *variable, const char *home, const char *fallback)
{
    const char *value = getenv(variable);
    const char *base = value && *value == '/' ? value : home ? path_join(arena, home, fallback) : NULL;
    return base ? path_join(arena, base, "warpschool") : NULL;
}

/* Uses one folder for everything: a checkout's progress/, or $WARPSCHOOL_STATE. */
static void use_one_folder(struct arena *arena, const char *folder, struct state_folders *out_folders)
{
    *out_folders = (struct state_folders){
        .state = arena_strdup(arena, folder),
        .work = path_join(arena, folder, "work"),
        .cache = path_join(arena, folder, "cache"),
        .config = path_join(arena, folder, "config"),
    };
}

static bool can_write(const char *folder, const char *parent)
{
    if (file_exists(folder))
        return file_is_folder(folder) && !access(folder, W_OK | X_OK);
    return !access(parent, W_OK | X_OK);
}

static bool use_xdg(struct arena *arena, struct state_folders *out_folders, struct error *error)
{
    const char *home = home_folder(arena);
    struct state_folders folders = {
        .state = xdg_folder(arena, "XDG_STATE_HOME", home, ".local/state"),
        .cache = xdg_folder(arena, "XDG_CACHE_HOME", home, ".cache"),
        .config = xdg_folder(arena, "XDG_CONFIG_HOME", home, ".config"),
    };
    if (!folders.state || !folders.cache || !folders.config) {
        error_set(error, ERROR_NOT_FOUND, "there is no home folder to keep progress in");
        return error_add_hint(error, "set HOME or WARPSCHOOL_STATE to an absolute path");
    }
    folders.work = path_join(arena, folders.state, "work");
    *out_folders = folders;
    return true;
}

bool state_folders_find(struct arena *arena, const struct resource_root *root, struct state_folders *out_folders,
                        struct error *error)
{
    const char *chosen = getenv("WARPSCHOOL_STATE");
    if (chosen && *chosen == '/') {
        use_one_folder(arena, chosen, out_folders);
        return true;
    }
    if (chosen && *chosen)
        return error_set(error, ERROR_RANGE, "WARPSCHOOL_STATE is not an absolute path");
    if (root && root->is_checkout) {
        const char *progress = path_join(arena, root->path, "progress");
        if (can_write(progress, root->path)) {
            use_one_folder(arena, progress, out_folders);
            return true;
        }
    }
    return use_xdg(arena, out_folders, error);
}

static bool make_private(const char *folder, struct error *error)
{
    if (file_is_folder(folder))
        return true;
    return file_make_folders(folder, error) &&
           (!chmod(folder, 0700) || error_set_errno(error, "cannot protect '%s'", folder));
}

bool state_folders_make(const struct state_folders *folders, struct error *error)
{
    return make_private(folders->state, error) && make_private(folders->work, error) &&
           make_private(folders->cache, error) && make_private(folders->config, error);
}
