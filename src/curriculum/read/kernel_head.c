/* Reads the head of a lab's kernel: the YAML in its first lines, which begin with `//?`. */
#include "curriculum/read/kernel_head.h"

#include <string.h>

#include "base/text.h"

enum { MARK_BYTES = 3 };

int kernel_head_lines(const struct source *source)
{
    int count = 0;
    for (const char *line = source->text; text_begins(line, "//?"); line = text_next_line(line))
        count++;
    return count;
}

/* The head with blanks for its marks, so that every place in it is the place in the file. */
static struct source *head_text(struct arena *arena, const struct source *source, int lines)
{
    const char *end = source->text;
    for (int i = 0; i < lines; i++)
        end = text_next_line(end);
    char *text = arena_strndup(arena, source->text, (size_t)(end - source->text));
    for (char *line = text; *line; line = (char *)text_next_line(line))
        memset(line, ' ', MARK_BYTES);
    struct source *head = ARENA_NEW(arena, struct source);
    *head = (struct source){.name = source->name, .text = text, .size_bytes = strlen(text)};
    return head;
}

bool kernel_head_read(struct lesson_file *head, const struct source *source, struct exercise *out_exercise)
{
    int lines = kernel_head_lines(source);
    head->source = source;
    if (lines == 0)
        return lesson_error(head, (struct location){.line = 1, .column = 1, .length = 1},
                            "a step's kernel begins with a head: lines of `//?` with its `params`");
    head->source = head_text(head->arena, source, lines);
    head->places = lesson_places_new(head->arena);
    head->wholes = lesson_places_new(head->arena);
    head->root = yaml_read(head->arena, head->source, head->diagnostics);
    head->error_count += !head->root;
    out_exercise->source = head->source;
    return head->root && walk_mapping(head, MAPPING_kernel, head->root, out_exercise, false);
}
