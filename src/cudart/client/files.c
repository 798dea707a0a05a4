/* Files that a program may not write go to its temporary folder. Many programs do not look. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The linker's names for the program's fopen() and the library's: see host_build.c. */
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__real_fopen(const char *path, const char *mode);

static FILE *open_elsewhere(const char *path, const char *mode)
{
    const char *folder = getenv("TMPDIR"), *leaf = strrchr(path, '/');
    char other[4096];
    int length = snprintf(other, sizeof other, "%s/%s", folder ? folder : "/tmp", leaf ? leaf + 1 : path);
    FILE *file = length < (int)sizeof other ? __real_fopen(other, mode) : NULL;
    if (file)
        fprintf(stderr, "The program may not write %s: it goes to $TMPDIR (--write PATH keeps it).\n", path);
    return file;
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    FILE *file = __real_fopen(path, mode);
    int error = errno;
    if (file || (error != EACCES && error != EROFS) || !strchr("wa", mode[0]))
        return file;
    file = open_elsewhere(path, mode);
    errno = error;
    return file;
}
