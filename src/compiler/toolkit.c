/* Finds the CUDA Toolkit. */
#include "compiler/toolkit.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"

/*
 * Folders below a root that can hold the libraries: the Toolkit's own, Debian's, and those of the
 * PyPI wheels.
 */
static const char *const library_folders[] = {
    "lib64",
    "lib",
    "targets/x86_64-linux/lib",
    "targets/sbsa-linux/lib",
    "lib/x86_64-linux-gnu",
    "lib/aarch64-linux-gnu",
    "nvidia/cu13/lib",
    "nvidia/cuda_nvrtc/lib",
    "",
};

static const char *const include_folders[] = {
    "include",
    "targets/x86_64-linux/include",
    "targets/sbsa-linux/include",
    "nvidia/cu13/include",
    "nvidia/cuda_runtime/include",
    "../include",
};

/* A header that shows whether a part is present, and the wheel that contains it. */
static const struct {
    const char *header;
    bool in_cccl;
    struct toolkit_gap gap;
} header_parts[] = {
    {"cuda_fp16.h",
     false,
     {N_("headers (cuda_fp16.h)"), N_("install the CUDA Toolkit or the wheel nvidia-cuda-runtime")}},
    {"crt/mma.h", false, {N_("headers (mma.h)"), N_("install the CUDA Toolkit or the wheel nvidia-cuda-crt")}},
    {"cuda/std/cstdint",
     true,
     {N_("headers (cuda/std, cooperative_groups.h needs them)"),
      N_("install the CUDA Toolkit or the wheel nvidia-cuda-cccl")}},
};

/* The findings of a search, for the message if it found no toolkit. */
struct lookup {
    const struct toolkit_search *search;
    char other_version[32];
    char other_root[TOOLKIT_PATH_BYTES];
};

static bool path_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

/* Writes "a/b" (or "a" when b is empty); false if it does not fit. */
static bool path_put(char out[TOOLKIT_PATH_BYTES], const char *a, const char *b)
{
    int length = b[0] ? snprintf(out, TOOLKIT_PATH_BYTES, "%s/%s", a, b) : snprintf(out, TOOLKIT_PATH_BYTES, "%s", a);
    return length >= 0 && length < TOOLKIT_PATH_BYTES;
}

/* "libnvrtc-builtins.so.13.0" -> 13, 0. Longer tails ("13.0.88") and ".alt" builds are refused. */
static bool parse_builtins_name(const char *name, int *out_major, int *out_minor)
{
    int end = 0;
    if (sscanf(name, "libnvrtc-builtins.so.%4d.%4d%n", out_major, out_minor, &end) != 2)
        return false;
    return name[end] == '\0';
}

/*
 * Fills library, builtins and version from one folder. If it has several versions, the pinned one
 * wins.
 */
static bool probe_library_folder(const char *folder, struct toolkit *toolkit)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return false;
    bool found = false;
    const struct dirent *entry;
    while (!(found && toolkit->pinned) && (entry = readdir(directory)) != NULL) {
        int major = 0, minor = 0;
        char library_name[64];
        char library[TOOLKIT_PATH_BYTES];
        if (!parse_builtins_name(entry->d_name, &major, &minor))
            continue;
        snprintf(library_name, sizeof library_name, "libnvrtc.so.%d", major);
        if (!path_put(library, folder, library_name) || !path_exists(library) ||
            !path_put(toolkit->builtins, folder, entry->d_name))
            continue;
        memcpy(toolkit->library, library, sizeof library);
        snprintf(toolkit->version, sizeof toolkit->version, "%d.%d", major, minor);
        toolkit->pinned = strcmp(toolkit->version, TOOLKIT_PINNED_VERSION) == 0;
        snprintf(toolkit->library_dir, sizeof toolkit->library_dir, "%s", folder);
        found = true;
    }
    closedir(directory);
    return found;
}

static void probe_headers(struct toolkit *toolkit)
{
    char path[TOOLKIT_PATH_BYTES];
    for (size_t i = 0; i < sizeof include_folders / sizeof include_folders[0]; i++) {
        char folder[TOOLKIT_PATH_BYTES];
        if (!path_put(folder, toolkit->root, include_folders[i]) || !path_put(path, folder, "cuda_fp16.h") ||
            !path_exists(path))
            continue;
        memcpy(toolkit->include, folder, sizeof folder);
        break;
    }
    if (toolkit->include[0] && path_put(path, toolkit->include, "cccl") && path_exists(path))
        memcpy(toolkit->cccl, path, sizeof path);
}

/* Resolves symbolic links, so the sandbox opens the folders that the loader uses. */
static bool resolve(char path[TOOLKIT_PATH_BYTES])
{
    char resolved[PATH_MAX];
    if (!path[0])
        return true;
    if (!realpath(path, resolved) || strlen(resolved) >= TOOLKIT_PATH_BYTES)
        return false;
    snprintf(path, TOOLKIT_PATH_BYTES, "%s", resolved);
    return true;
}

static bool probe_root(const char *root, struct toolkit *out_toolkit)
{
    for (size_t i = 0; i < sizeof library_folders / sizeof library_folders[0]; i++) {
        struct toolkit toolkit = {0};
        char folder[TOOLKIT_PATH_BYTES];
        if (!path_put(folder, root, library_folders[i]) || !probe_library_folder(folder, &toolkit))
            continue;
        if (!path_put(toolkit.root, root, ""))
            continue;
        probe_headers(&toolkit);
        if (!resolve(toolkit.root) || !resolve(toolkit.library) || !resolve(toolkit.builtins) ||
            !resolve(toolkit.library_dir) || !resolve(toolkit.include) || !resolve(toolkit.cccl))
            continue;
        *out_toolkit = toolkit;
        return true;
    }
    return false;
}

/* Takes the root if it holds the pinned version. Remembers another version for the message. */
static bool try_root(struct lookup *lookup, const char *root, struct toolkit *out_toolkit)
{
    struct toolkit toolkit;
    if (!root || !root[0] || !probe_root(root, &toolkit))
        return false;
    if (!toolkit.pinned) {
        memcpy(lookup->other_version, toolkit.version, sizeof toolkit.version);
        memcpy(lookup->other_root, toolkit.root, sizeof toolkit.root);
        return false;
    }
    *out_toolkit = toolkit;
    return true;
}

/*
 * One file of /etc/ld.so.conf.d, with one library folder per line. The toolkit's root is above it.
 */
static bool try_loader_file(struct lookup *lookup, const char *path, struct toolkit *out_toolkit)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    bool found = false;
    char line[TOOLKIT_PATH_BYTES];
    while (!found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "#\r\n")] = '\0';
        char root[TOOLKIT_PATH_BYTES];
        if (line[0] != '/' || !path_put(root, lookup->search->system_root ? lookup->search->system_root : "", line + 1))
            continue;
        char *slash = strrchr(root, '/');
        if (!slash || slash == root)
            continue;
        if (try_root(lookup, root, out_toolkit)) {
            found = true;
            continue;
        }
        *slash = '\0';
        found = try_root(lookup, root, out_toolkit);
    }
    fclose(file);
    return found;
}

/* The folders that ldconfig reads. Its cache would need a process or its binary format. */
static bool try_loader_folders(struct lookup *lookup, const char *system_root, struct toolkit *out_toolkit)
{
    char folder[TOOLKIT_PATH_BYTES];
    if (!path_put(folder, system_root, "etc/ld.so.conf.d"))
        return false;
    DIR *directory = opendir(folder);
    bool found = false;
    const struct dirent *entry;
    while (directory && !found && (entry = readdir(directory)) != NULL) {
        char path[TOOLKIT_PATH_BYTES];
        size_t length = strlen(entry->d_name);
        if (length > 5 && strcmp(entry->d_name + length - 5, ".conf") == 0 && path_put(path, folder, entry->d_name))
            found = try_loader_file(lookup, path, out_toolkit);
    }
    if (directory)
        closedir(directory);
    return found || (path_put(folder, system_root, "usr") && try_root(lookup, folder, out_toolkit));
}

static bool find_nothing(const struct lookup *lookup, struct error *error)
{
    if (lookup->other_version[0])
        error_set(error, ERROR_NOT_FOUND, "found CUDA %s in %s, but not %s, the version that verdicts are made with",
                  lookup->other_version, lookup->other_root, TOOLKIT_PINNED_VERSION);
    else
        error_set(error, ERROR_NOT_FOUND, "no CUDA %s compiler (libnvrtc) was found", TOOLKIT_PINNED_VERSION);
    return error_add_hint(error,
                          "./learn fetches it; or set CUDA_PATH to a CUDA Toolkit %s, or name another one with "
                          "--toolkit (its attempts cannot be certified)",
                          TOOLKIT_PINNED_VERSION);
}

bool toolkit_find(const struct toolkit_search *search, struct toolkit *out_toolkit, struct error *error)
{
    if (search->explicit_root) {
        if (probe_root(search->explicit_root, out_toolkit))
            return true;
        error_set(error, ERROR_NOT_FOUND, "no libnvrtc with its builtins under %s", search->explicit_root);
        return error_add_hint(error, "name the toolkit's top folder, the one that holds lib64 and include");
    }
    struct lookup lookup = {.search = search};
    const char *system_root = search->system_root ? search->system_root : "";
    char usual[TOOLKIT_PATH_BYTES], versioned[TOOLKIT_PATH_BYTES];
    bool found =
        try_root(&lookup, search->cuda_path, out_toolkit) || try_root(&lookup, search->cuda_home, out_toolkit) ||
        (path_put(usual, system_root, "usr/local/cuda") && try_root(&lookup, usual, out_toolkit)) ||
        (path_put(versioned, system_root, "usr/local/cuda-" TOOLKIT_PINNED_VERSION) &&
         try_root(&lookup, versioned, out_toolkit)) ||
        try_loader_folders(&lookup, system_root, out_toolkit) || try_root(&lookup, search->private_root, out_toolkit);
    return found || find_nothing(&lookup, error);
}

size_t toolkit_gaps(const struct toolkit *toolkit, struct toolkit_gap out_gaps[TOOLKIT_GAPS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof header_parts / sizeof header_parts[0]; i++) {
        const char *folder = header_parts[i].in_cccl && toolkit->cccl[0] ? toolkit->cccl : toolkit->include;
        char path[TOOLKIT_PATH_BYTES];
        if (folder[0] && path_put(path, folder, header_parts[i].header) && path_exists(path))
            continue;
        out_gaps[count++] = header_parts[i].gap;
    }
    return count;
}

static const char *default_private_root(struct arena *arena)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    if (cache && cache[0] == '/')
        return arena_printf(arena, "%s/warpschool/toolkit", cache);
    const char *home = getenv("HOME");
    return home && home[0] == '/' ? arena_printf(arena, "%s/.cache/warpschool/toolkit", home) : NULL;
}

struct toolkit_search toolkit_search_from_environment(struct arena *arena, const char *explicit_root,
                                                      const char *private_root)
{
    const char *cuda_path = getenv("CUDA_PATH");
    const char *cuda_home = getenv("CUDA_HOME");
    return (struct toolkit_search){
        .explicit_root = explicit_root && explicit_root[0] ? explicit_root : NULL,
        .private_root = private_root ? private_root : default_private_root(arena),
        .cuda_path = cuda_path ? arena_strdup(arena, cuda_path) : NULL,
        .cuda_home = cuda_home ? arena_strdup(arena, cuda_home) : NULL,
        .system_root = "",
    };
}
