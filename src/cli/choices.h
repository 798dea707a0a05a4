/* The choices of a question as numbered lines, for commands that ask or show one. */
#ifndef CLI_CHOICES_H
#define CLI_CHOICES_H

#include <stdbool.h>

#include "app/app.h"
#include "base/buffer.h"

/* "  1. text" for each, its Markdown wrapped at `columns`, further lines below the text. */
void choices_append(const struct quiz *quiz, int columns, bool ascii, struct buffer *out);

#endif
