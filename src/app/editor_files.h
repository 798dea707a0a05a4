/*
 * What editors need beside the exercises: a configuration for clangd and headers that declare what CUDA C++ has built
 * in, so that a language server shows no errors that the compiler does not have.
 */
#ifndef APP_EDITOR_FILES_H
#define APP_EDITOR_FILES_H

#include <stdbool.h>

#include "app/app.h"

/*
 * Writes WORK/.clangd and WORK/.clangd-cuda/. The toolkit's include folder is named where there is a toolkit. The first
 * line of .clangd holds the SHA-256 of the rest: one that no longer fits it was changed by the learner and stays as it
 * is; one that fits is brought up to date. The headers are the program's own.
 */
bool editor_files_write(const struct app *app, struct error *error);

#endif
