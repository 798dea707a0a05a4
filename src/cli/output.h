/* The terminal of commands: the only place of the CLI that writes to it, or reads answers. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "app/app.h"
#include "app/certificate_file.h"
#include "app/overview.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/json.h"
#include "cli/invocation.h"

struct output_style {
    bool color, ascii;
    int columns;
};

/* From --color, NO_COLOR, TERM, the locale and the kind of stdout. */
struct output_style output_style(const struct invocation *invocation);

void output_print(const struct buffer *text);
/* For the output of a program that runs: shown at once. */
void output_print_now(const struct buffer *text);
void output_stderr(const struct buffer *text);
/* Indented, with the keys in their order. */
void output_json(const json_t *json);
/* Laid out for the width of the terminal. */
void output_markdown(const struct invocation *invocation, const char *markdown);
void output_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A line with what a certificate needs and how much of it is there. */
void output_requirement(const char *lead, const struct certificate_requirement *requirement);

/* The badges that the last command has earned. Failures are ignored. */
void output_new_badges(struct app *app, struct arena *arena);

struct search_hit;
void output_hit(const struct invocation *invocation, const struct search_hit *hit);

/* Writes a file at once or not at all, and names it on stdout. */
bool output_file(const char *path, const struct buffer *text, struct error *error);

/* Replaces the last line on stderr, a terminal. An empty text ends it. */
void output_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The progress of issuing a certificate, on a terminal. `began_ns` must live as long. */
struct certificate_progress output_issuing(int64_t *began_ns);
void output_issued(void);

/* "warpschool: message" and the hint on stderr. */
void output_error(const struct error *error);
void output_warning(const struct error *error);

/* Reads one line of the user, without its newline. False at the end of the input. */
bool output_ask(const char *prompt, char *out_answer, size_t size_bytes);

/* Asks on the terminal. False without a terminal or for any answer but y. */
bool output_confirm(const char *question);

/*
 * Prints an error and returns its exit status. EXIT_USAGE for a mistake of the user,
 * EXIT_NOT_PASSED for a cancelled action, EXIT_ENVIRONMENT for the rest.
 */
int output_failure(const struct error *error);

#endif
