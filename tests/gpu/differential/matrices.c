/* Expands the alternatives of matrices.def. */
#include "matrices.h"

#include <string.h>

enum { MATRIX_FORMS_MAX = 512 };

struct matrix_list {
    struct matrix_form forms[MATRIX_FORMS_MAX];
    size_t count;
};

/* Expands the first alternatives and recurses for the rest. */
static void expand(struct matrix_list *list, const struct matrix_form *form, const char *spelling)
{
    const char *open = strchr(spelling, '{'), *close = open ? strchr(open, '}') : NULL;
    if (!close) {
        if (list->count == MATRIX_FORMS_MAX)
            return;
        list->forms[list->count] = *form;
        snprintf(list->forms[list->count++].spelling, sizeof(form->spelling), "%s", spelling);
        return;
    }
    for (const char *at = open; at < close;) {
        const char *start = at + 1;
        size_t length = strcspn(start, ",}");
        char text[256];
        snprintf(text, sizeof(text), "%.*s%.*s%s", (int)(open - spelling), spelling, (int)length, start, close + 1);
        expand(list, form, text);
        at = start + length;
    }
}

size_t matrix_forms(const struct matrix_form **out_forms)
{
    static const struct {
        const char *spelling;
        struct matrix_form form;
    } rows[] = {
#define MATRIX(spelling, d, a, b, c, metadata, selectors) {spelling, {"", d, a, b, c, metadata, selectors}},
#include "matrices.def"
    };
    static struct matrix_list list; /* written once, by the first caller */
    for (size_t i = 0; list.count == 0 || i > 0; i++) {
        if (i == sizeof(rows) / sizeof(rows[0]))
            break;
        expand(&list, &rows[i].form, rows[i].spelling);
    }
    *out_forms = list.forms;
    return list.count;
}
