/*
 * Files for editors beside the exercises: a configuration for clangd, and headers with the built-in
 * declarations of CUDA C++. With them a language server shows no errors that the compiler does not
 * have.
 */
#ifndef APP_WORKSPACE_EDITOR_FILES_H
#define APP_WORKSPACE_EDITOR_FILES_H

#include <stdbool.h>

#include "app/app.h"

/*
 * Writes WORK/.clangd and WORK/.clangd-cuda/. Names the toolkit's include folder if there is a
 * toolkit. The first line of .clangd holds the SHA-256 of the rest. If it does not match, the
 * learner changed the file, and it stays. If it matches, the file is updated. The headers are the
 * program's own.
 */
bool editor_files_write(const struct app *app, struct error *error);

#endif
