/* Help and the man page. */
#include "cli/help.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

enum { HELP_COLUMNS = 78, NAME_COLUMNS = 26, DETAILS_MAX = 16 };

static const char exit_statuses[] =
    N_("Exit status: 0 passed or done, 1 not passed, 2 wrong usage, 3 the environment is at fault. "
       "A file that does not exist is wrong usage, and so is a folder instead of a file.");

const char *help_placeholders(struct arena *arena, const char *text)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    while (*text) {
        size_t word = strspn(text, capitals), other = strcspn(text + word, capitals);
        if (word > 1)
            buffer_append_text(&out, _(arena_strndup(arena, text, word)));
        else
            buffer_append(&out, text, word);
        buffer_append(&out, text + word, other);
        text += word + other;
    }
    return arena_strdup(arena, buffer_text(&out));
}

/*
 * "name", then the text wrapped in a second column. After a name that is too wide, the text starts
 * on the next line.
 */
static void append_entry(struct buffer *out, const char *name, const char *text)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct text_span *lines;
    size_t count = text_wrap(arena, text, HELP_COLUMNS - NAME_COLUMNS - 3, &lines);
    bool is_wide = text_width(name) > NAME_COLUMNS;
    buffer_append_text(out, "  ");
    if (is_wide)
        buffer_printf(out, "%s\n", name);
    else
        text_append_padded(out, name, NAME_COLUMNS, TEXT_LEFT);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 || is_wide)
            buffer_append_repeat(out, " ", NAME_COLUMNS + 2);
        buffer_append_char(out, ' ');
        buffer_append(out, lines[i].start, lines[i].size_bytes);
        buffer_append_char(out, '\n');
    }
    if (count == 0 && !is_wide)
        buffer_append_char(out, '\n');
}

void help_overview(struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    buffer_printf(out, "%s: warpschool %s\n\n", _("usage"),
                  help_placeholders(arena, "[COMMAND] [OPTIONS] [ARGUMENTS]"));
    text_append_wrapped(out, _("An interactive course in GPU kernel optimisation, with a judge for every save."),
                        HELP_COLUMNS);
    buffer_append_char(out, '\n');
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command *command = command_at((enum command_id)i);
        CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
        buffer_printf(&name, "%s%s%s", command->name, *command->arguments ? " " : "",
                      help_placeholders(arena, command->arguments));
        append_entry(out, buffer_text(&name), _(command->summary));
    }
    buffer_append_char(out, '\n');
    text_append_wrapped(out, _(exit_statuses), HELP_COLUMNS);
    buffer_printf(out, "\n%s\n", _("`warpschool help COMMAND` shows its options."));
}

static void append_option(struct buffer *out, const struct option_row *option)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
    if (option->letter)
        buffer_printf(&name, "-%c, ", option->letter);
    buffer_printf(&name, "--%s%s%s", option->name, *option->value ? " " : "", help_placeholders(arena, option->value));
    append_entry(out, buffer_text(&name), _(option->help));
}

static void append_examples(struct buffer *out, enum command_id command)
{
    buffer_printf(out, "\n%s\n", _("examples:"));
    for (size_t i = 0; i < example_count(); i++) {
        const struct example *example = example_at(i);
        if (example->command != command)
            continue;
        buffer_printf(out, "  warpschool%s%s\n", *example->line ? " " : "", example->line);
        buffer_printf(out, "      %s\n", _(example->effect));
    }
}

/* The options of one command, or of all. Nothing if there are none. */
static void append_options(struct buffer *out, const char *title, enum command_id command)
{
    bool has_title = false;
    for (size_t i = 0; i < option_count(); i++) {
        if (option_at(i)->command != command)
            continue;
        if (!has_title)
            buffer_printf(out, "\n%s\n", title);
        has_title = true;
        append_option(out, option_at(i));
    }
}

/* A line of details is a paragraph, or "FORM<tab>what it does": an entry of a list. */
struct detail {
    const char *form, *text; /* no form: a paragraph */
};

static size_t split_details(struct arena *arena, const char *details, struct detail out[DETAILS_MAX])
{
    size_t count = 0;
    char *lines = arena_strdup(arena, _(details)), *rest = lines;
    for (char *line; count < DETAILS_MAX && (line = strsep(&rest, "\n")) && *line;) {
        char *tab = strchr(line, '\t');
        if (tab)
            *tab = '\0';
        out[count++] = (struct detail){tab ? line : NULL, tab ? tab + 1 : line};
    }
    return count;
}

static void append_details(struct buffer *out, const struct command *command)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct detail details[DETAILS_MAX];
    size_t count = *command->details ? split_details(arena, command->details, details) : 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !details[i].form != !details[i - 1].form)
            buffer_append_char(out, '\n');
        if (details[i].form)
            append_entry(out, details[i].form, details[i].text);
        else
            text_append_wrapped(out, details[i].text, HELP_COLUMNS);
    }
}

void help_command(const struct command *command, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    buffer_printf(out, "%s: warpschool %s %s%s%s\n\n", _("usage"), command->name, help_placeholders(arena, "[OPTIONS]"),
                  *command->arguments ? " " : "", help_placeholders(arena, command->arguments));
    text_append_wrapped(out, _(command->summary), HELP_COLUMNS);
    append_details(out, command);
    append_examples(out, command->id);
    append_options(out, _("options:"), command->id);
    append_options(out, _("options of every command:"), COMMAND_any);
}

/* In roff a leading dot or quote and every backslash and hyphen are special. */
static void append_roff(struct buffer *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        buffer_append_text(out, "\\&");
    for (; *text; text++) {
        if (*text == '\\' || *text == '-')
            buffer_append_char(out, '\\');
        buffer_append_char(out, *text);
    }
}

/* .IP "mark" 4, then the text under it. */
static void append_man_entry(struct buffer *out, const char *before, const char *mark, const char *text)
{
    buffer_printf(out, ".IP \"%s", before);
    append_roff(out, mark);
    buffer_append_text(out, "\" 4\n");
    append_roff(out, text);
    buffer_append_char(out, '\n');
}

static void append_man_examples(struct buffer *out, enum command_id command)
{
    buffer_append_text(out, ".PP\n");
    append_roff(out, _("examples:"));
    buffer_append_char(out, '\n');
    for (size_t i = 0; i < example_count(); i++)
        if (example_at(i)->command == command)
            append_man_entry(out, "warpschool ", example_at(i)->line, _(example_at(i)->effect));
}

static void append_man_options(struct buffer *out, enum command_id command)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *option = option_at(i);
        if (option->command != command)
            continue;
        buffer_append_text(out, ".TP\n.B ");
        if (option->letter)
            buffer_printf(out, "\\-%c, ", option->letter);
        buffer_append_text(out, "\\-\\-");
        append_roff(out, option->name);
        buffer_append_text(out, *option->value ? " " : "");
        append_roff(out, help_placeholders(arena, option->value));
        buffer_append_char(out, '\n');
        append_roff(out, _(option->help));
        buffer_append_char(out, '\n');
    }
}

static void append_man_details(struct buffer *out, const struct command *command)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct detail details[DETAILS_MAX];
    size_t count = *command->details ? split_details(arena, command->details, details) : 0;
    for (size_t i = 0; i < count; i++) {
        if (details[i].form) {
            append_man_entry(out, "", details[i].form, details[i].text);
            continue;
        }
        buffer_append_text(out, ".PP\n");
        append_roff(out, details[i].text);
        buffer_append_char(out, '\n');
    }
}

static void append_man_command(struct buffer *out, const struct command *command)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    buffer_append_text(out, ".SS ");
    append_roff(out, command->name);
    buffer_append_text(out, *command->arguments ? " " : "");
    append_roff(out, help_placeholders(arena, command->arguments));
    buffer_append_char(out, '\n');
    append_roff(out, _(command->summary));
    buffer_append_char(out, '\n');
    append_man_details(out, command);
    append_man_examples(out, command->id);
    append_man_options(out, command->id);
}

static void append_man_section(struct buffer *out, const char *name)
{
    buffer_append_text(out, ".SH ");
    text_append_upper(out, name);
    buffer_append_char(out, '\n');
}

void help_man_page(struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    buffer_append_text(out, ".TH WARPSCHOOL 1 \"\" \"warpschool " WARPSCHOOL_VERSION "\"\n.ad l\n");
    append_man_section(out, _("name"));
    buffer_append_text(out, "warpschool \\- ");
    append_roff(out, _("an interactive course in GPU kernel optimisation"));
    buffer_append_char(out, '\n');
    append_man_section(out, _("synopsis"));
    buffer_printf(out, ".B warpschool\n%s\n", help_placeholders(arena, "[COMMAND] [OPTIONS] [ARGUMENTS]"));
    append_man_section(out, _("commands"));
    for (int i = 0; i < COMMAND_COUNT; i++)
        append_man_command(out, command_at((enum command_id)i));
    append_man_section(out, _("options of every command"));
    append_man_options(out, COMMAND_any);
    append_man_section(out, _("exit status"));
    append_roff(out, _(exit_statuses));
    buffer_append_char(out, '\n');
}
