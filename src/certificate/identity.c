/* Makes and reads the file of the learner's key. */
#include "certificate/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { PEM_BYTES_MAX = 16384 };

static bool write_all(int fd, const struct buffer *text)
{
    for (size_t done = 0; done < text->size_bytes;) {
        ssize_t step = write(fd, text->data + done, text->size_bytes - done);
        if (step < 0 && errno != EINTR)
            return false;
        done += step > 0 ? (size_t)step : 0;
    }
    return fsync(fd) == 0;
}

/* A link fails where another program was faster. Then its key counts. */
static bool make_file(const char *path, struct arena *arena, struct error *error)
{
    CLEANUP(es256_key_free) struct es256_key *key = es256_key_new(error);
    CLEANUP(buffer_done) struct buffer pem = BUFFER_INIT;
    if (!key || !es256_key_write_private(key, &pem, error))
        return false;
    char *fresh = arena_printf(arena, "%s.XXXXXX", path);
    int fd = mkstemp(fresh); /* mode 0600 */
    if (fd < 0)
        return error_set_errno(error, "cannot create the file of your key beside '%s'", path);
    bool good = write_all(fd, &pem) && (link(fresh, path) == 0 || errno == EEXIST);
    if (!good)
        error_set_errno(error, "cannot write your key to '%s'", path);
    close(fd);
    unlink(fresh);
    return good;
}

static bool is_private(const char *path, struct error *error)
{
    struct stat file;
    if (stat(path, &file) != 0)
        return error_set_errno(error, "cannot look at your key '%s'", path);
    if ((file.st_mode & 077) == 0)
        return true;
    error_set(error, ERROR_IO, "others can read your private key '%s'", path);
    return error_add_hint(error, "chmod 600 '%s' keeps it to yourself", path);
}

struct es256_key *identity_open(const char *folder, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *path = path_join(arena, folder, "identity.pem");
    CLEANUP(buffer_done) struct buffer pem = BUFFER_INIT;
    if (!file_exists(path) && (!file_make_folders(folder, error) || !make_file(path, arena, error)))
        return NULL;
    if (!is_private(path, error) || !file_read(path, PEM_BYTES_MAX, &pem, error))
        return NULL;
    struct es256_key *key = es256_key_read(buffer_text(&pem), pem.size_bytes, error);
    if (!key)
        error_add_context(error, "%s", path);
    return key;
}
