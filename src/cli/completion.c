/* Completions for shells. */
#include "cli/help.h"

#include <string.h>

static void append_quoted(struct buffer *out, const char *text)
{
    buffer_append_char(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            buffer_append_text(out, "'\\''");
        else
            buffer_append_char(out, *text);
    }
    buffer_append_char(out, '\'');
}

static void append_command_names(struct buffer *out)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        buffer_printf(out, "%s%s", i ? " " : "", command_at((enum command_id)i)->name);
}

/* "a|b|c" as "a b c", up to the end of the alternatives. */
static void append_alternatives(struct buffer *out, const char *text)
{
    for (; *text && !strchr(" ]", *text); text++)
        buffer_append_char(out, *text == '|' ? ' ' : *text);
}

/*
 * The words that a command's arguments can be: commands, its own verbs, ids of exercises and
 * lessons. The shell asks the program for ids, so `call` is how it inserts a program's output.
 */
static void append_argument_words(struct buffer *out, const struct command *command, const char *call)
{
    const char *arguments = command->arguments + (command->arguments[0] == '[');
    if (*arguments >= 'a' && *arguments <= 'z')
        append_alternatives(out, arguments);
    if (strstr(arguments, "COMMAND"))
        append_command_names(out);
    if (strstr(arguments, "EXERCISE"))
        buffer_printf(out, "%swarpschool list --names 2>/dev/null)", call);
    if (strstr(arguments, "LESSON"))
        buffer_printf(out, "%s%swarpschool list --lesson-names 2>/dev/null)", strstr(arguments, "EXERCISE") ? " " : "",
                      call);
}

static void append_option_names(struct buffer *out, enum command_id command)
{
    for (size_t i = 0; i < option_count(); i++)
        if (option_applies(option_at(i), command))
            buffer_printf(out, "--%s ", option_at(i)->name);
}

/* The listed values of the option before the current word. */
static void append_bash_values(struct buffer *out, enum command_id command)
{
    buffer_append_text(out, "            case $before in\n");
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *option = option_at(i);
        if (!option_applies(option, command) || !strchr(option->value, '|'))
            continue;
        buffer_printf(out, "            --%s) words='", option->name);
        append_alternatives(out, option->value);
        buffer_append_text(out, "' ;;\n");
    }
    buffer_append_text(out, "            esac ;;\n");
}

static void append_bash_command(struct buffer *out, const struct command *command)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    append_argument_words(&words, command, "$(");
    buffer_printf(out, "        %s)\n            words='", command->name);
    append_option_names(out, command->id);
    buffer_append_text(out, "'\n");
    if (words.size_bytes)
        buffer_printf(out, "            [[ $current == -* ]] || words=\"%s\"\n", buffer_text(&words));
    append_bash_values(out, command->id);
}

static void complete_bash(struct buffer *out)
{
    buffer_append_text(out, "# bash completion for warpschool\n_warpschool() {\n"
                            "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                            "    local command=${COMP_WORDS[1]:-} words=\n"
                            "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='");
    append_command_names(out);
    buffer_append_text(out, "'\n        [[ $current != -* ]] || words='");
    append_option_names(out, COMMAND_shell);
    buffer_append_text(out, "'\n    else\n        case $command in\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        append_bash_command(out, command_at((enum command_id)i));
    buffer_append_text(out,
                       "        esac\n    fi\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n}\n"
                       "complete -o default -F _warpschool warpschool\n");
}

static void append_zsh_option(struct buffer *out, const struct option_row *option)
{
    CLEANUP(buffer_done) struct buffer entry = BUFFER_INIT;
    buffer_printf(&entry, "--%s[", option->name);
    for (const char *at = option->help; *at; at++)
        buffer_printf(&entry, "%s%c", strchr("[]:", *at) ? "\\" : "", *at);
    buffer_append_char(&entry, ']');
    if (strchr(option->value, '|')) {
        buffer_append_text(&entry, ":value:(");
        append_alternatives(&entry, option->value);
        buffer_append_char(&entry, ')');
    } else if (*option->value) {
        buffer_append_text(&entry, ":value:_files");
    }
    buffer_append_char(out, ' ');
    append_quoted(out, buffer_text(&entry));
}

static void append_zsh_command(struct buffer *out, const struct command *command)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    append_argument_words(&words, command, "$(");
    buffer_printf(out, "    %s) _arguments", command->name);
    for (size_t i = 0; i < option_count(); i++)
        if (option_applies(option_at(i), command->id))
            append_zsh_option(out, option_at(i));
    if (words.size_bytes)
        buffer_printf(out, " '*:argument:(%s)'", buffer_text(&words));
    buffer_append_text(out, " ;;\n");
}

static void complete_zsh(struct buffer *out)
{
    buffer_append_text(out, "#compdef warpschool\n_warpschool() {\n    local -a commands\n    commands=(\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command *command = command_at((enum command_id)i);
        CLEANUP(buffer_done) struct buffer entry = BUFFER_INIT;
        buffer_printf(&entry, "%s:%s", command->name, command->summary);
        buffer_append_text(out, "        ");
        append_quoted(out, buffer_text(&entry));
        buffer_append_char(out, '\n');
    }
    buffer_append_text(out,
                       "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n"
                       "    fi\n    case $words[2] in\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        append_zsh_command(out, command_at((enum command_id)i));
    buffer_append_text(out, "    esac\n}\n_warpschool \"$@\"\n");
}

static void append_fish_option(struct buffer *out, const struct option_row *option, const char *command)
{
    buffer_printf(out, "complete -c warpschool -n '__fish_seen_subcommand_from %s' -l %s", command, option->name);
    if (strchr(option->value, '|')) {
        buffer_append_text(out, " -x -a '");
        append_alternatives(out, option->value);
        buffer_append_char(out, '\'');
    } else if (*option->value) {
        buffer_append_text(out, " -r -F");
    }
    buffer_append_text(out, " -d ");
    append_quoted(out, option->help);
    buffer_append_char(out, '\n');
}

static void append_fish_command(struct buffer *out, const struct command *command)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    append_argument_words(&words, command, "(");
    buffer_printf(out, "complete -c warpschool -n __fish_use_subcommand -a %s -d ", command->name);
    append_quoted(out, command->summary);
    buffer_append_char(out, '\n');
    if (words.size_bytes)
        buffer_printf(out, "complete -c warpschool -n '__fish_seen_subcommand_from %s' -a '%s'\n", command->name,
                      buffer_text(&words));
    for (size_t i = 0; i < option_count(); i++)
        if (option_applies(option_at(i), command->id))
            append_fish_option(out, option_at(i), command->name);
}

static void complete_fish(struct buffer *out)
{
    buffer_append_text(out, "# fish completion for warpschool\ncomplete -c warpschool -f\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        append_fish_command(out, command_at((enum command_id)i));
}

bool help_completion(const char *shell, struct buffer *out)
{
    static const struct {
        const char *shell;
        void (*write)(struct buffer *out);
    } writers[] = {{"bash", complete_bash}, {"zsh", complete_zsh}, {"fish", complete_fish}};
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        if (strcmp(shell, writers[i].shell) != 0)
            continue;
        writers[i].write(out);
        return true;
    }
    return false;
}
