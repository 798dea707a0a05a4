/*
 * Files: whole-file reading and writing, folders, and paths that stay inside a folder.
 *
 * Every read has a limit. Writing is atomic, also across a power cut: a reader sees the old content
 * or the new one. Paths are bytes; before a user sees one, it goes through base/text.h.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"

/*
 * Changes when a file is saved again. An editor can write in place or rename a new file over the
 * old one.
 */
struct file_stamp {
    int64_t mtime_ns;
    uint64_t size_bytes;
    uint64_t inode;
    uint64_t device;
};

/*
 * Appends the content of a regular file to `out`. Larger than limit_bytes: ERROR_MEMORY. Absent:
 * ERROR_NOT_FOUND. A folder: ERROR_RANGE. Refuses pipes and devices without blocking on them.
 */
bool file_read(const char *path, size_t limit_bytes, struct buffer *out, struct error *error);

/* False with the error that file_read() would give before it reads. */
bool file_is_readable(const char *path, struct error *error);

/*
 * Writes a temporary file beside `path`, flushes it to the disk and renames it over `path`. Keeps
 * the permissions of an existing file and follows a symbolic link. On failure `path` is unchanged.
 * A pipe or a device stays, and is written to: /dev/stdout, /dev/null.
 */
bool file_write_atomic(const char *path, const void *data, size_t size_bytes, struct error *error);

/* Makes the folder and its missing parents (mode 0777 less the umask). Succeeds if it exists. */
bool file_make_folders(const char *path, struct error *error);

/*
 * Makes a new folder of mode 0700 below `parent`. NULL: $TMPDIR if that is absolute, else /tmp. The
 * arena owns it.
 */
bool file_make_temporary_folder(struct arena *arena, const char *parent, const char **out_path, struct error *error);

/* Removes a folder with all its content. Follows no symbolic link. Succeeds if it is absent. */
bool file_remove_tree(const char *path, struct error *error);

bool file_exists(const char *path); /* follows symbolic links; so do the next two */
bool file_is_folder(const char *path);
bool file_is_regular(const char *path);

bool file_stamp_read(const char *path, struct file_stamp *out_stamp, struct error *error);
bool file_stamp_equal(const struct file_stamp *a, const struct file_stamp *b);

/*
 * The names in a folder, sorted bytewise, without those that begin with a dot. Over `limit` names:
 * ERROR_MEMORY.
 */
bool file_list_folder(struct arena *arena, const char *path, size_t limit, const char *const **out_names,
                      size_t *out_count, struct error *error);

/* "a" + "b" -> "a/b"; an absolute `relative` replaces `folder`; an empty part is skipped. */
char *path_join(struct arena *arena, const char *folder, const char *relative);

/* "a/b/c.cu" -> "c.cu"; points into `path`. */
const char *path_leaf(const char *path);

/* "a/b/c.cu" -> "a/b", "c.cu" -> ".", "/c" -> "/". */
char *path_folder(struct arena *arena, const char *path);

/*
 * True for a relative path without "..", ".", empty parts, control characters or a leading "~".
 * Does not look at links.
 */
bool path_is_plain(const char *path);

/*
 * Resolves `relative` (authored, hostile) below `root` to an absolute path without symbolic links.
 * Refuses a path that leads out of `root`: absolute paths, "..", links. Absent: ERROR_NOT_FOUND;
 * outside: ERROR_RANGE.
 */
bool path_resolve_inside(struct arena *arena, const char *root, const char *relative, const char **out_path,
                         struct error *error);

#endif
