/* The choices of a question as numbered lines, for the commands that ask or show one. */
#ifndef CLI_CHOICES_H
#define CLI_CHOICES_H

#include <stdbool.h>

#include "app/app.h"
#include "base/buffer.h"
#include "cli/invocation.h"

/* "  1. text" for each, with its Markdown wrapped at `columns` and further lines below the text. */
void choices_append(const struct quiz *quiz, int columns, bool ascii, struct buffer *out);
void choices_print(const struct invocation *invocation, const struct quiz *quiz);

#endif
