/* Estimates the minutes of a lesson from its words, questions and lines to write. */
#include "app/author/author_minutes.h"

#include <ctype.h>
#include <string.h>

#include "app/workspace.h"
#include "base/text.h"
#include "curriculum/lab.h"

#define WORDS_PER_MINUTE 150.0

enum { MINUTES_PER_QUESTION = 1, MINUTES_PER_LINE = 3 };

/* --- words ------------------------------------------------------------------------------------ */

static bool is_fence(const char *line, size_t length)
{
    size_t indent = 0;
    while (indent < length && line[indent] == ' ')
        indent++;
    return length - indent >= 3 && text_begins(line + indent, "```");
}

/* A word has a letter or a digit. Bytes of letters beyond ASCII count as letters. */
static size_t words_of_line(const char *line, size_t length)
{
    size_t words = 0;
    bool has_letter = false;
    for (size_t i = 0; i <= length; i++) {
        bool is_space = i == length || isspace((unsigned char)line[i]);
        words += is_space && has_letter;
        has_letter = !is_space && (has_letter || isalnum((unsigned char)line[i]) || (unsigned char)line[i] >= 0x80);
    }
    return words;
}

size_t author_minutes_words(const char *markdown)
{
    size_t words = 0;
    bool is_code = false;
    for (const char *line = markdown; line && *line;) {
        size_t length = strcspn(line, "\n");
        bool turns = is_fence(line, length);
        if (!turns && !is_code)
            words += words_of_line(line, length);
        is_code ^= turns;
        line += length + (line[length] == '\n');
    }
    return words;
}

size_t author_minutes_lesson_words(const struct lesson *lesson)
{
    size_t words = 0;
    for (size_t i = 0; i < lesson->step_count; i++)
        words += lesson->steps[i].kind == STEP_TEXT ? author_minutes_words(lesson->steps[i].text) : 0;
    return words;
}

static const char *words_to_read(const struct step *step)
{
    switch (step->kind) {
    case STEP_TEXT:
        return step->text;
    case STEP_QUIZ:
        return step->quiz.ask;
    case STEP_PREDICT:
        return step->predict.ask;
    case STEP_EXERCISE:
        return step->exercise->task;
    default:
        return step->lab->ask;
    }
}

/* --- lines to write --------------------------------------------------------------------------- */

struct code_lines {
    const char **items; /* without spaces and comments; NULL: taken */
    size_t count;
};

/* The next line of code with a letter or a digit, without spaces and comments. NULL: no more. */
static const char *next_line(const char **text, struct arena *arena)
{
    while (**text) {
        size_t length = strcspn(*text, "\n"), kept = 0;
        char *line = arena_strndup(arena, *text, length);
        bool has_letter = false;
        *text += length + ((*text)[length] == '\n');
        for (size_t i = 0; line[i]; i++) {
            if (line[i] == '/' && line[i + 1] == '/' && line[i + 2] != '!')
                break;
            has_letter |= isalnum((unsigned char)line[i]) != 0;
            if (!isspace((unsigned char)line[i]))
                line[kept++] = line[i];
        }
        line[kept] = '\0';
        if (has_letter)
            return line;
    }
    return NULL;
}

static struct code_lines lines_of(const char *path, struct arena *arena)
{
    struct code_lines lines = {0};
    struct source source;
    if (!workspace_read(path, path, arena, &source, NULL))
        return lines;
    lines.items = ARENA_ARRAY(arena, source.size_bytes + 1, const char *);
    for (const char *text = source.text, *line; (line = next_line(&text, arena));)
        lines.items[lines.count++] = line;
    return lines;
}

static bool take(struct code_lines *lines, const char *line)
{
    for (size_t i = 0; i < lines->count; i++)
        if (lines->items[i] && strcmp(lines->items[i], line) == 0) {
            lines->items[i] = NULL;
            return true;
        }
    return false;
}

static size_t lines_to_write(const struct app *app, const struct exercise *exercise)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (exercise->locked || !exercise->starter)
        return 0;
    struct code_lines starter = lines_of(workspace_starter_path(app, exercise, arena), arena);
    struct code_lines solution = lines_of(workspace_solution_path(app, exercise, arena), arena);
    size_t lines = 0;
    for (size_t i = 0; i < solution.count; i++)
        lines += !take(&starter, solution.items[i]);
    return lines;
}

/* --- all -------------------------------------------------------------------------------------- */

double author_minutes_of(const struct app *app, const struct lesson *lesson)
{
    size_t words = 0, questions = 0, lines = 0;
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        const char *text = words_to_read(step);
        words += text ? author_minutes_words(text) : 0;
        questions += step->kind != STEP_TEXT && step->kind != STEP_EXERCISE;
        lines += step->kind == STEP_EXERCISE ? lines_to_write(app, step->exercise) : 0;
    }
    return (double)words / WORDS_PER_MINUTE + (double)questions * MINUTES_PER_QUESTION +
           (double)lines * MINUTES_PER_LINE;
}
