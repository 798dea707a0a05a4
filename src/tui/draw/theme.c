/* The looks of styles. */
#include "tui/draw/theme.h"

#include <stdlib.h>
#include <string.h>

enum colour {
#define COLOUR(id, dark8, dark16, dark256, light8, light16, light256) COLOUR_##id,
#include "tui/draw/colours.def"
    COLOUR_COUNT
};

/* [light][0: 8 colours, 1: 16, 2: 256] */
static const int colours[COLOUR_COUNT][2][3] = {
#define COLOUR(id, dark8, dark16, dark256, light8, light16, light256) \
    [COLOUR_##id] = {{dark8, dark16, dark256}, {light8, light16, light256}},
#include "tui/draw/colours.def"
};

static const struct {
    char letter;
    unsigned attributes;
    enum colour colour;
} styles[STYLE_COUNT] = {
#define STYLE(id, letter, attributes, colour) [STYLE_##id] = {letter, attributes, COLOUR_##colour},
#include "tui/draw/theme.def"
};

struct look theme_look(const struct theme *theme, enum style style)
{
    struct look look = {.attributes = styles[style].attributes, .colour = -1};
    enum colour colour = styles[style].colour;
    if (theme->colours >= 8) {
        int depth = theme->colours >= 256 ? 2 : theme->colours >= 16 ? 1 : 0;
        look.colour = colours[colour][theme->light][depth];
    }
    if (colour == COLOUR_GREY && look.colour < 0)
        look.attributes |= CELL_DIM;
    if (style == STYLE_CODE_SPAN && look.colour < 0)
        look.attributes |= CELL_BOLD; /* nothing else parts it from the words of its sentence */
    return look;
}

enum style theme_medal(const char *name)
{
    static const struct {
        const char *name;
        enum style style;
    } medals[] = {{"gold", STYLE_GOLD}, {"silver", STYLE_SILVER}, {"bronze", STYLE_BRONZE}};
    for (size_t i = 0; i < sizeof medals / sizeof medals[0]; i++)
        if (strcmp(name, medals[i].name) == 0)
            return medals[i].style;
    return STYLE_STRONG;
}

char theme_letter(enum style style)
{
    return styles[style].letter;
}

bool theme_is_light(const char *value)
{
    const char *last = value ? strrchr(value, ';') : NULL;
    if (!last)
        return false;
    char *end;
    long background = strtol(last + 1, &end, 10);
    return end != last + 1 && *end == '\0' && (background == 7 || (background >= 9 && background <= 15));
}
