/* Expands the alternatives of forms.def. */
#include "forms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void list_add(struct form_list *list, const char *spelling, const char *destination, const char *sources)
{
    list->forms = realloc(list->forms, (list->count + 1) * sizeof(*list->forms));
    if (!list->forms)
        abort();
    struct form *form = &list->forms[list->count++];
    *form = (struct form){.destination = destination[0]};
    snprintf(form->spelling, sizeof(form->spelling), "%s", spelling);
    snprintf(form->sources, sizeof(form->sources), "%s", sources);
}

/*
 * alternatives = "{" [text] *("," [text]) "}". Expands the first braces and recurses for the rest.
 */
static void list_expand(struct form_list *list, const char *spelling, const char *destination, const char *sources)
{
    const char *open = strchr(spelling, '{'), *close = open ? strchr(open, '}') : NULL;
    if (!close) {
        list_add(list, spelling, destination, sources);
        return;
    }
    for (const char *at = open; at < close;) {
        const char *start = at + 1;
        size_t length = strcspn(start, ",}");
        char text[256];
        snprintf(text, sizeof(text), "%.*s%.*s%s", (int)(open - spelling), spelling, (int)length, start, close + 1);
        list_expand(list, text, destination, sources);
        at = start + length;
    }
}

void form_list_make(struct form_list *out_list)
{
    static const struct {
        const char *spelling, *destination, *sources;
    } rows[] = {
#define FORM(spelling, destination, sources) {spelling, destination, sources},
#include "forms.def"
    };
    *out_list = (struct form_list){.family_count = sizeof(rows) / sizeof(rows[0])};
    out_list->families = calloc(out_list->family_count + 1, sizeof(*out_list->families));
    if (!out_list->families)
        abort();
    for (size_t i = 0; i < out_list->family_count; i++) {
        out_list->families[i] = out_list->count;
        list_expand(out_list, rows[i].spelling, rows[i].destination, rows[i].sources);
    }
    out_list->families[out_list->family_count] = out_list->count;
}

void form_list_free(struct form_list *list)
{
    free(list->forms);
    free(list->families);
    *list = (struct form_list){0};
}

bool form_is_approximate(const char *spelling)
{
    return strstr(spelling, ".approx") || strstr(spelling, ".full");
}
