/* The sentence of a lab for plain mode, made from its values. */
#include <ctype.h>
#include <string.h>

#include "app/lab.h"
#include "base/i18n.h"

/* "sectors per load 32, time 14.2 us" */
static void append_values(const struct lab_results *results, size_t point, struct arena *arena, struct buffer *out)
{
    const struct lab *lab = results->lab;
    const char *separator = "";
    for (size_t i = 0; i < lab->columns.count; i++) {
        double value;
        bool is_known = lab_value(results, point, lab->columns.items[i], &value);
        if (!is_known && results->points[point].is_measured) /* a GPU's row has a time alone */
            continue;
        buffer_printf(out, "%s%s %s", separator, lab_heading(lab->columns.items[i], arena),
                      is_known ? lab_format(lab->columns.items[i], value, arena) : "?");
        separator = ", ";
    }
}

bool lab_is_hidden(const struct lab *lab, size_t point)
{
    if (lab->is_shown_first)
        return false;
    for (size_t i = 0; i < lab->hidden.count; i++)
        if ((size_t)lab->hidden.items[i] == point + 1)
            return true;
    return lab->hidden.count == 0;
}

static void append_rows(const struct lab_results *results, bool is_asked, struct arena *arena, struct buffer *out)
{
    const struct lab *lab = results->lab;
    for (size_t i = 0; i < results->point_count; i++) {
        const struct lab_point *point = &results->points[i];
        if ((point->is_mine && !point->is_known) || (is_asked && lab_is_hidden(lab, i)))
            continue;
        buffer_append_text(out, out->size_bytes ? "; " : "");
        if (lab->range.name && !point->is_mine)
            buffer_printf(out, "%s %s: ", lab->range.name, point->label);
        else if (*point->label)
            buffer_printf(out, "%s: ", point->label);
        append_values(results, i, arena, out);
        if (point->is_measured)
            buffer_printf(out, " (%s)", _("measured on an H100"));
    }
    buffer_append_text(out, out->size_bytes ? "." : "");
}

/* "time rises from 6.41 us at stride 1 to 28.7 us at stride 32." */
static bool append_trend(const struct lab_results *results, const char *quantity, struct arena *arena,
                         struct buffer *out)
{
    const struct lab *lab = results->lab;
    size_t last = lab->range.count - 1;
    double from, to;
    if (!lab_value(results, 0, quantity, &from) || !lab_value(results, last, quantity, &to))
        return false;
    const char *before = lab_format(quantity, from, arena), *after = lab_format(quantity, to, arena);
    buffer_printf(
        out, from < to ? _("%s rises from %s at %s %s to %s at %s %s") : _("%s goes from %s at %s %s to %s at %s %s"),
        lab_heading(quantity, arena), before, lab->range.name, results->points[0].label, after, lab->range.name,
        results->points[last].label);
    size_t first_same = last;
    double value;
    while (first_same > 0 && lab_value(results, first_same - 1, quantity, &value) && value == to)
        first_same--;
    if (first_same < last)
        buffer_printf(out, _(" and stays there from %s %s on"), lab->range.name, results->points[first_same].label);
    return true;
}

static void append_plot(const struct lab_results *results, struct arena *arena, struct buffer *out)
{
    const struct lab *lab = results->lab;
    if (!append_trend(results, lab->columns.items[0], arena, out))
        buffer_append_char(out, '?');
    if (lab->label) {
        buffer_append_text(out, "; ");
        if (!append_trend(results, lab->label, arena, out))
            buffer_append_char(out, '?');
    }
    buffer_append_char(out, '.');
}

static void append_code(const struct lab *lab, struct arena *arena, struct buffer *out)
{
    struct lab_code_line *lines;
    size_t count = lab_code(lab, &lab->kernel, arena, &lines);
    buffer_append_text(out, _("Complete the blank:"));
    for (size_t i = 0; i < count; i++)
        if (lines[i].blank >= 0 || lines[i].is_marked) {
            const char *text = lines[i].text + strspn(lines[i].text, " ");
            size_t at = lines[i].blank >= 0 ? lines[i].blank_at - (size_t)(text - lines[i].text) : strlen(text);
            buffer_printf(out, " `%.*s%s%s`", (int)at, text, lines[i].blank >= 0 ? "____" : "", text + at);
        }
}

static const char *as_sentence(const struct lab *lab, const struct buffer *words, struct arena *arena)
{
    char *sentence = arena_strdup(arena, buffer_text(words));
    bool begins_with_name = lab->range.name && lab->kind != STEP_PLOT;
    if (!begins_with_name)                                       /* a parameter n stays n */
        sentence[0] = (char)toupper((unsigned char)sentence[0]); /* letters beyond ASCII stay */
    return sentence;
}

const char *lab_plain(const struct app *app, const struct lab_results *results, struct arena *arena)
{
    const struct lab *lab = results->lab;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    if (lab->plain)
        return lab_expand(app, results, lab->plain, arena, NULL);
    if (lab->kind == STEP_FILL)
        append_code(lab, arena, &out);
    else if (lab->kind == STEP_PLOT)
        append_plot(results, arena, &out);
    else
        append_rows(results, false, arena, &out);
    return as_sentence(lab, &out, arena);
}

const char *lab_plain_asked(const struct lab_results *results, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    if (results->lab->kind == STEP_COMPARE || results->lab->is_shown_first)
        append_rows(results, true, arena, &out);
    return as_sentence(results->lab, &out, arena);
}
