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

static bool takes_exercise(const struct command *command)
{
    return strstr(command->arguments, "EXERCISE") != NULL;
}

static void complete_bash(struct buffer *out)
{
    buffer_append_text(out, "# bash completion for warpschool\n_warpschool() {\n"
                            "    local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]:-} words=\n"
                            "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='");
    append_command_names(out);
    buffer_append_text(out, "'\n    else\n        case $command in\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command *command = command_at((enum command_id)i);
        buffer_printf(out, "        %s) words='", command->name);
        for (size_t j = 0; j < option_count(); j++)
            if (option_applies(option_at(j), command->id))
                buffer_printf(out, "--%s ", option_at(j)->name);
        buffer_append_text(out, "'");
        if (takes_exercise(command))
            buffer_append_text(out, "; [[ $current == -* ]] || words=$(warpschool list --names 2>/dev/null)");
        buffer_append_text(out, " ;;\n");
    }
    buffer_append_text(out,
                       "        esac\n    fi\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n}\n"
                       "complete -o default -F _warpschool warpschool\n");
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
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command *command = command_at((enum command_id)i);
        buffer_printf(out, "    %s) _arguments", command->name);
        for (size_t j = 0; j < option_count(); j++) {
            if (!option_applies(option_at(j), command->id))
                continue;
            CLEANUP(buffer_done) struct buffer entry = BUFFER_INIT;
            buffer_printf(&entry, "--%s[", option_at(j)->name);
            for (const char *at = option_at(j)->help; *at; at++)
                buffer_printf(&entry, "%s%c", strchr("[]:", *at) ? "\\" : "", *at);
            buffer_printf(&entry, "]%s", *option_at(j)->value ? ":value:_files" : "");
            buffer_append_char(out, ' ');
            append_quoted(out, buffer_text(&entry));
        }
        if (takes_exercise(command))
            buffer_append_text(out, " '*:exercise:($(warpschool list --names 2>/dev/null))'");
        buffer_append_text(out, " ;;\n");
    }
    buffer_append_text(out, "    esac\n}\n_warpschool \"$@\"\n");
}

static void complete_fish(struct buffer *out)
{
    buffer_append_text(out, "# fish completion for warpschool\ncomplete -c warpschool -f\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command *command = command_at((enum command_id)i);
        buffer_printf(out, "complete -c warpschool -n __fish_use_subcommand -a %s -d ", command->name);
        append_quoted(out, command->summary);
        buffer_append_char(out, '\n');
        if (takes_exercise(command))
            buffer_printf(out,
                          "complete -c warpschool -n '__fish_seen_subcommand_from %s' -a '(warpschool list --names "
                          "2>/dev/null)'\n",
                          command->name);
        for (size_t j = 0; j < option_count(); j++) {
            if (!option_applies(option_at(j), command->id))
                continue;
            buffer_printf(out, "complete -c warpschool -n '__fish_seen_subcommand_from %s' -l %s%s -d ", command->name,
                          option_at(j)->name, *option_at(j)->value ? " -r -F" : "");
            append_quoted(out, option_at(j)->help);
            buffer_append_char(out, '\n');
        }
    }
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
