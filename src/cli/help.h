/* Help, man page and completions, all from the tables of commands and options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "cli/command.h"

void help_overview(struct buffer *out);
void help_command(const struct command *command, struct buffer *out);
void help_man_page(struct buffer *out); /* roff */

/* shell: "bash", "zsh" or "fish". False for another. */
bool help_completion(const char *shell, struct buffer *out);

/*
 * Placeholders are the words in capitals that stand for an argument. "LESSON|EXERCISE" becomes
 * "LECCIÓN|EJERCICIO". Single letters, such as N, stay. po/tables.c has the words.
 */
const char *help_placeholders(struct arena *arena, const char *text);

#endif
