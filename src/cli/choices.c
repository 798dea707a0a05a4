/* Prints the choices of a question. */
#include "cli/choices.h"

#include <string.h>

#include "base/cleanup.h"
#include "cli/output.h"
#include "tui/tui.h"

enum { INDENT_COLUMNS = 5, LEAST_COLUMNS = 20 };

static int room_of(int columns)
{
    return columns > INDENT_COLUMNS + LEAST_COLUMNS ? columns - INDENT_COLUMNS : LEAST_COLUMNS;
}

void choices_append(const struct quiz *quiz, int columns, bool ascii, struct buffer *out)
{
    for (size_t i = 0; i < quiz->choice_count; i++) {
        struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
        tui_markdown_text(quiz->choices[i].say, room_of(columns), ascii, &text);
        buffer_printf(out, "  %zu. ", i + 1);
        for (const char *line = buffer_text(&text); *line; line++) {
            size_t length = strcspn(line, "\n");
            if (line > buffer_text(&text))
                buffer_printf(out, "%*s", INDENT_COLUMNS, "");
            buffer_printf(out, "%.*s\n", (int)length, line);
            line += length;
            if (!*line)
                break;
        }
    }
}

void choices_print(const struct invocation *invocation, const struct quiz *quiz)
{
    struct output_style style = output_style(invocation);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    choices_append(quiz, style.columns, style.ascii, &text);
    output_print(&text);
}
